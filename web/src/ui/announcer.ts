/** Announcements to screen readers, in two live regions. */
export class Announcer {
  /** The texts of two regions, used in turn: the same words are announced again if they occur twice. */
  regions: readonly [string, string] = ['', ''];
  /** Whether the regions have been drawn. Text that comes earlier is appended to the pending one, so that both are heard. */
  private isDrawn = true;

  say(text: string): void {
    const [first, second] = this.regions;
    const added = this.isDrawn ? text : `${first || second} ${text}`;
    // What is not drawn yet stays in its region.
    const isFirst = this.isDrawn ? first === '' : first !== '';
    this.regions = isFirst ? [added, ''] : ['', added];
    this.isDrawn = false;
  }

  drawn(): void {
    this.isDrawn = true;
  }
}
