import { expect, it } from 'vitest';
import { words } from '../../testing';
import { momentText } from '../../text/format';
import { rulingsView } from './rulings';
import { NOW, person, ruling, sample } from './sample';

const DAY = 24 * 60 * 60_000;

it('a history that is read later says the day of everything in it', () => {
  const called = NOW - 6 * DAY;
  const appealed = NOW - 5 * DAY;
  const answered = ruling('game-Ben-Ada', {
    call: 20,
    at: NOW - 5.5 * DAY,
    state: 'confirmed',
    appeals: [{ n: 31, player: person('Ben'), at: appealed, text: null }],
  });
  const call = {
    n: 20,
    game: 'game-Ben-Ada',
    player: person('Ada'),
    at: called,
    text: null,
    open: false,
    clocksUntil: null,
  };
  const nothing = { go: () => {}, onAppeal: () => {}, onDecide: () => {}, onRuleAnew: () => {} };
  const told = words(rulingsView({ detail: sample({ rulings: [answered], calls: [call] }), now: NOW, ...nothing }));
  expect(told).toContain(`Ada had called a director on ${momentText(called)}.`);
  expect(told).toContain(`Ben appealed on ${momentText(appealed)}.`);
  expect(told).not.toMatch(/ at \d\d:\d\d/);
});
