import { uniqueId } from './http';

/** Idempotency keys: a wish that is sent again has the one it had, because the answer may have been lost. */
export class IdempotencyKeys {
  private readonly keys = new Map<string, string>();

  of(wish: unknown): string {
    const text = JSON.stringify(wish);
    const key = this.keys.get(text) ?? uniqueId();
    this.keys.set(text, key);
    return key;
  }

  /** The wish has been fulfilled: the same one is another from now on. */
  fulfilled(wish: unknown): void {
    this.keys.delete(JSON.stringify(wish));
  }
}
