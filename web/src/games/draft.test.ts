import { expect, it } from 'vitest';
import { Draft } from './draft';

it('goes back step by step and says when there is none left', () => {
  const draft = new Draft<string>();
  draft.push('from');
  draft.push('delay 2');
  draft.replace('delay 3');
  expect(draft.all).toEqual(['from', 'delay 3']);
  expect(draft.back()).toBe(true);
  expect(draft.top).toBe('from');
  expect(draft.back()).toBe(true);
  expect(draft.back()).toBe(false);
  expect(draft.isEmpty).toBe(true);
});
