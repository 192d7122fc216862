import { expect, it } from 'vitest';
import { controlText } from './events';
import { en as t } from './en';
import { clockName } from './words';

it.each([
  [15, '¼+0'],
  [30, '½+0'],
  [45, '¾+0'],
  [60, '1+0'],
  [90, '1.5+0'],
  [66, '1.1+0'],
  [50, '0:50+0'],
  [605, '10:05+0'],
  [0, '0+0'],
])('%i seconds are told exactly, and as chess players write them: %s', (seconds, name) => {
  expect(clockName(seconds)).toBe(name);
});

it('a clock has the same name in the lobby and in events', () => {
  const clock = { kind: 'custom', seconds: 45, increment: 1, delay: 2 } as const;
  expect([t.lobby.clock(clock), controlText(clock)]).toEqual(['¾+1 (delay 2)', '¾+1 (delay 2)']);
});
