import { expect, it } from 'vitest';
import '../../testing';
import { Refused } from '../../api/http';
import { Asking } from './common';

it('a request that failed is not done, whatever the reason says', async () => {
  const asking = new Asking(() => {});
  expect(await asking.run(() => Promise.reject(new Refused('')))).toBe(false);
  expect(await asking.run(() => Promise.resolve())).toBe(true);
});
