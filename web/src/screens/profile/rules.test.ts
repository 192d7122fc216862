import { expect, it } from 'vitest';
import { rulesBetween } from './rules';

it('a graph has a few round ratings beside it', () => {
  expect(rulesBetween(1450, 1550)).toEqual([1450, 1475, 1500, 1525, 1550]);
  expect(rulesBetween(812, 2190)).toEqual([1000, 1500, 2000]);
  for (const [low, high] of [
    [1490, 1590],
    [100, 3900],
    [1499.5, 1599.5],
  ] as const) {
    const rules = rulesBetween(low, high);
    expect(rules.length).toBeGreaterThan(1);
    expect(rules.length).toBeLessThan(7);
    expect(rules.every(rating => rating >= low && rating <= high)).toBe(true);
  }
});
