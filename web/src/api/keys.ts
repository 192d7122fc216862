import { uniqueId } from './http';

/** Idempotency keys: a request that is sent again keeps its key, because the answer to the first attempt may have been lost. */
export class IdempotencyKeys {
  private readonly keys = new Map<string, string>();

  of(wish: unknown): string {
    const text = JSON.stringify(wish);
    const key = this.keys.get(text) ?? uniqueId();
    this.keys.set(text, key);
    return key;
  }

  /** The request has succeeded: an equal one from now on is a new request with a new key. */
  fulfilled(wish: unknown): void {
    this.keys.delete(JSON.stringify(wish));
  }
}
