import { expect, it } from 'vitest';
import { words } from '../../testing';
import type { EventDetail } from '../../api/events';
import { bracketView } from './bracket-view';
import { hallSentence } from './hall';
import { board, NOW, over, round, sample } from './sample';

const toPlay = { live: false, startedAt: null };

it('the hall does not call games in progress that are still to be arranged', () => {
  const format = { kind: 'round-robin', double: false, arranged: { deadline: NOW } } as const;
  const boards = [board(1, 'Ada', 'Ben', toPlay), board(2, 'Cleo', 'Dan')];
  const detail = sample({
    roundsPlanned: 1,
    settings: { ...sample().settings, format },
    rounds: [round(1, boards, 'Eve')],
  });
  expect(hallSentence(detail, NOW)).toBe('Round 1 of 1. One game is in progress. One game is still to be played.');
});

it('the hall says when a round starts, and when it is over', () => {
  const soon = round(3, [board(1, 'Ada', 'Dan', toPlay)], 'Eve', { started: null, startsAt: NOW + 240_000 });
  expect(hallSentence(sample({ rounds: [soon] }), NOW)).toBe('Round 3 of 4 in 4:00');
  const last = round(4, [board(1, 'Ada', 'Dan', over('draw'))], 'Eve');
  expect(hallSentence(sample({ rounds: [last] }), NOW)).toBe('All games of round 4 have a result.');
});

it('the hall announces no round after the final of a knock-out', () => {
  const base = sample();
  const settings: EventDetail['settings'] = {
    ...base.settings,
    format: { kind: 'knock-out', games: 1, thirdPlace: false },
  };
  const said = (players: number): string => {
    const boards = [board(1, 'Ada', 'Ben', over('white-wins'))];
    const entries = base.entries.slice(0, players);
    return hallSentence(sample({ roundsPlanned: null, settings, entries, rounds: [round(1, boards, 'Eve')] }), NOW);
  };
  expect(said(2)).toBe('All games of round 1 have a result.');
  expect(said(4)).toBe('All games of round 1 have a result. The next round is paired when all results are final.');
});

it('a bracket does not call games in progress that have not started', () => {
  const base = sample();
  const detail = (change: Parameters<typeof board>[3]): EventDetail => ({
    ...base,
    settings: { ...base.settings, format: { kind: 'knock-out', games: 1, thirdPlace: false } },
    entries: base.entries.slice(0, 2),
    rounds: [round(1, [board(1, 'Ada', 'Ben', change)], 'Eve', { started: null })],
  });
  const said = (change: Parameters<typeof board>[3]): string =>
    words(bracketView({ detail: detail(change), go: () => {}, me: null, now: NOW }));
  expect(said(toPlay)).toContain('not started');
  expect(said(toPlay)).not.toContain('in progress');
  expect(said({})).toContain('in progress');
});
