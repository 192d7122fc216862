/** Tracks whether the page was out of focus while it was this player's turn. Sent with the action, for moderators. */

export class Away {
  private isAway = false;
  private readonly note = (): void => {
    this.isAway ||= isElsewhere();
  };

  constructor() {
    window.addEventListener('blur', this.note);
    document.addEventListener('visibilitychange', this.note);
  }

  /** The opponent has acted: tracking starts anew. */
  begin(): void {
    this.isAway = isElsewhere();
  }

  /** Whether the page was out of focus since then. */
  get was(): boolean {
    return this.isAway;
  }

  destroy(): void {
    window.removeEventListener('blur', this.note);
    document.removeEventListener('visibilitychange', this.note);
  }
}

function isElsewhere(): boolean {
  return document.hidden || !document.hasFocus();
}
