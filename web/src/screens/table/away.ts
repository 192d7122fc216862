/** Whether the page was out of focus while it was for this player to act: told with the action, for moderators. */

export class Away {
  private isAway = false;
  private readonly note = (): void => {
    this.isAway ||= isElsewhere();
  };

  constructor() {
    window.addEventListener('blur', this.note);
    document.addEventListener('visibilitychange', this.note);
  }

  /** The opponent has acted: from now on it is looked again. */
  begin(): void {
    this.isAway = isElsewhere();
  }

  /** Whether it was, since then. */
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
