/** The steps of lessons that have been done, kept in this browser. */

export class Progress {
  private readonly key: string;
  private readonly done = new Set<number>();

  constructor(game: string) {
    this.key = `manifold.learn.${game}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]');
      if (Array.isArray(kept)) for (const step of kept) if (Number.isInteger(step)) this.done.add(step as number);
    } catch {
      // No storage here: the lesson works without it.
    }
  }

  has(step: number): boolean {
    return this.done.has(step);
  }

  finish(step: number): void {
    this.done.add(step);
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.done]));
    } catch {
      // As above.
    }
  }
}
