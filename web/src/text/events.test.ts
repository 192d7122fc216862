import { expect, it } from 'vitest';
import { e, nearMomentText, outcomeText, whenText } from './events';
import { n } from './new-event';

const HOUR = 3_600_000;
/** In the time of this machine. */
const NOW = new Date(2026, 10, 22, 14, 5).getTime();

it('a time within half a day is told without its day, each with its preposition', () => {
  expect(whenText(NOW, NOW + 11 * HOUR)).toBe('at 14:05');
  expect(whenText(NOW, NOW + 13 * HOUR)).toBe('on 22 Nov 2026, 14:05');
  expect(nearMomentText(NOW, NOW - HOUR)).toBe('14:05');
  expect(nearMomentText(NOW, NOW - 72 * HOUR)).toBe('22 Nov 2026, 14:05');
  expect(e.next.startsAt(whenText(NOW, NOW - 72 * HOUR), 'in 3 days')).toBe(
    'It starts on 22 Nov 2026, 14:05, in 3 days.',
  );
});

it('one second is a second, and one turn a turn', () => {
  expect(outcomeText({ kind: 'time', side: 'white', seconds: 1 })).toBe('White is given 1 second');
  expect(outcomeText({ kind: 'time', side: 'black', seconds: -1 })).toBe('Black loses 1 second');
  expect(outcomeText({ kind: 'time', side: 'black', seconds: 60 })).toBe('Black is given 60 seconds');
  expect(n.now.draws(1)).toBe('draws after 1 turn');
  expect(e.regulations.draws(1)).toBe('after 1 turn');
});
