/** An action of several steps that is being composed. Nothing is sent before the last step. */
export class Draft<Step> {
  private steps: Step[] = [];

  /** The latest step, or `null` if nothing has been begun. */
  get top(): Step | null {
    return this.steps[this.steps.length - 1] ?? null;
  }

  get isEmpty(): boolean {
    return this.steps.length === 0;
  }

  get all(): readonly Step[] {
    return this.steps;
  }

  push(step: Step): void {
    this.steps.push(step);
  }

  /** Replaces the latest step by another answer to the same question. */
  replace(step: Step): void {
    this.steps.pop();
    this.steps.push(step);
  }

  /** One step back. True if there was one. */
  back(): boolean {
    return this.steps.pop() !== undefined;
  }

  clear(): void {
    this.steps = [];
  }
}
