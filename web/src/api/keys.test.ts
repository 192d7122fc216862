import { expect, it } from 'vitest';
import { IdempotencyKeys } from './keys';

it('a wish has one key until it is fulfilled, and another wish has another', () => {
  const keys = new IdempotencyKeys();
  const first = keys.of({ level: 3 });
  expect(keys.of({ level: 3 })).toBe(first);
  expect(keys.of({ level: 4 })).not.toBe(first);
  expect(keys.of({ level: 3 })).toBe(first);
  keys.fulfilled({ level: 3 });
  expect(keys.of({ level: 3 })).not.toBe(first);
});
