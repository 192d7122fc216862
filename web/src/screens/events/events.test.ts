import { describe, expect, it } from 'vitest';
import type { EventDetail, Outcome } from '../../api/events';
import { inText, leftText, pointsText, tieBreakText, valueText } from '../../text/events';
import { attention } from './attention';
import { bracket, seeds, winnerOf } from './bracket';
import { crosstable } from './cross';
import { draftOf, newDraft, nextHalfHour, settingsOf, tieBreaksOf, type Draft } from './draft';
import {
  absentOf,
  appealsOf,
  figureOf,
  mayOrder,
  ownBoard,
  recordOf,
  runsOutSooner,
  scoreFor,
  signFor,
  variedTo,
  whiteOutAt,
  withdrawalOf,
} from './facts';
import { entryOf } from './live';
import { firstShown, monthFrom, weeksOf } from './month';
import { wrongField } from './new/wrong';
import { nextOf } from './next';
import { checked, fitted, handRound } from './pairs';
import { board, entry, NOW, over, person, round, ruling, sample } from './sample';
import { fromLocal, toLocal } from './times';

const MINUTE = 60_000;
const next = (detail: Parameters<typeof nextOf>[0], who: string | null): ReturnType<typeof nextOf> =>
  nextOf(detail, { id: who === null ? null : person(who).id }, NOW);

describe('the sentence at the head', () => {
  const open = sample({ phase: 'open', rounds: [], standings: [], startsAt: NOW + 4 * MINUTE });

  it('asks who has no account to sign in, and who has one to enter', () => {
    expect(next(open, null).deeds).toEqual([{ kind: 'signIn' }]);
    expect(next(open, 'Mira').deeds).toEqual([{ kind: 'enter' }]);
    expect(next(open, 'Mira').sentence).toContain('5 of 1000 players have entered');
    expect(next(open, 'Mira').sentence).toContain('in 4:00');
  });

  it('does not offer entry where all places are taken', () => {
    expect(next({ ...open, mostPlayers: 5 }, 'Mira')).toMatchObject({
      deeds: [],
      sentence: expect.stringContaining('All 5 places') as string,
    });
  });

  it('asks for the check-in from its beginning on, and not again', () => {
    const asking = { ...open, settings: { ...open.settings, checkInMinutes: 10 } };
    const absent = { ...asking, entries: [entry(1, 'Ada', { checkedIn: false })] };
    expect(next(absent, 'Ada')).toMatchObject({ deeds: [{ kind: 'checkIn' }], isUrgent: true });
    expect(next({ ...absent, startsAt: NOW + 11 * MINUTE }, 'Ada').deeds).toEqual([]);
    expect(next(asking, 'Ada').sentence).toContain('You have checked in');
  });

  it('lets who did not come to a game of an arena say that they are there again', () => {
    const arena = sample();
    arena.settings = { ...arena.settings, format: { kind: 'arena', minutes: 90 } };
    const detail = {
      ...arena,
      startsAt: NOW - MINUTE,
      rounds: [],
      entries: [entry(1, 'Ada', { paused: true }), entry(2, 'Dan')],
    };
    expect(next(detail, 'Ada')).toMatchObject({
      deeds: [{ kind: 'checkIn' }],
      sentence: expect.stringContaining('not paired') as string,
    });
    expect(next(detail, 'Dan').deeds).toEqual([]);
  });

  it('lets who has withdrawn play again, unless somebody else has decided that or no round is to come', () => {
    const left = (leftWillingly: boolean, roundsPlanned: number): ReturnType<typeof next> =>
      next({ ...sample(), roundsPlanned, entries: [entry(5, 'Eve', { withdrawn: true, leftWillingly })] }, 'Eve');
    expect(left(true, 4).deeds).toEqual([{ kind: 'playAgain' }]);
    expect(left(true, 2).deeds).toEqual([]);
    expect(left(false, 4).deeds).toEqual([]);
  });

  it('lets who has withdrawn play again neither after the time of an arena nor after a lost match', () => {
    const settings = (format: EventDetail['settings']['format']): EventDetail['settings'] => ({
      ...sample().settings,
      format,
    });
    const entries = sample().entries.map(one => ({ ...one, withdrawn: true, leftWillingly: true }));
    const arena = sample({
      settings: settings({ kind: 'arena', minutes: 90 }),
      rounds: [],
      roundsPlanned: null,
      entries,
    });
    expect(next(arena, 'Ada').deeds).toEqual([{ kind: 'playAgain' }]);
    expect(next({ ...arena, startsAt: NOW - 90 * MINUTE }, 'Ada').deeds).toEqual([]);

    const cup = (thirdPlace: boolean): EventDetail =>
      sample({
        settings: settings({ kind: 'knock-out', games: 1, thirdPlace }),
        roundsPlanned: null,
        entries: entries.slice(0, 4),
        rounds: [round(1, [board(1, 'Ada', 'Dan', over('white-wins')), board(2, 'Ben', 'Cleo', over('draw'))], 'Eve')],
      });
    expect(next(cup(false), 'Ada').deeds).toEqual([{ kind: 'playAgain' }]);
    expect(next(cup(false), 'Ben').deeds).toEqual([{ kind: 'playAgain' }]);
    expect(next(cup(false), 'Dan').deeds).toEqual([]);
    expect(next(cup(true), 'Dan').deeds).toEqual([{ kind: 'playAgain' }]);
  });

  it('lets who has withdrawn play again where games are arranged, though no round is to come', () => {
    const format = { kind: 'round-robin', double: false, arranged: { deadline: NOW + MINUTE } } as const;
    const detail = sample({ roundsPlanned: 1, settings: { ...sample().settings, format } });
    detail.rounds = detail.rounds.slice(0, 1);
    detail.entries = [entry(5, 'Eve', { withdrawn: true, leftWillingly: true })];
    expect(next(detail, 'Eve').deeds).toEqual([{ kind: 'playAgain' }]);
    expect(withdrawalOf(detail)).toBe('arranged');
    expect(withdrawalOf({ ...detail, phase: 'open' })).toBe('open');
    expect(withdrawalOf(sample())).toBe('running');
  });

  it('leads to the board of a round that has not begun, and says who has which colour', () => {
    const soon = round(3, [board(1, 'Ada', 'Dan', { live: false, startedAt: null })], 'Eve', {
      started: null,
      startsAt: NOW + 4 * MINUTE,
    });
    const detail = sample({ rounds: [soon] });
    expect(next(detail, 'Dan').sentence).toBe('Round 3 starts in 4:00; you play Black against Ada.');
    expect(next(detail, 'Dan').deeds).toEqual([{ kind: 'board', game: 'game-Ada-Dan' }]);
  });

  it('counts the default time down for who is not there, and for nobody else', () => {
    const late = board(1, 'Ada', 'Dan', { arrived: { white: true, black: false }, defaultAt: NOW + 90_000 });
    const detail = sample({ rounds: [round(2, [late], 'Eve')] });
    expect(next(detail, 'Dan').sentence).toContain('within 1:30');
    expect(next(detail, 'Dan').deeds.map(deed => deed.kind)).toEqual(['board', 'arrive']);
    expect(next(detail, 'Ada').deeds.map(deed => deed.kind)).toEqual(['board']);
  });

  it('says of clocks shorter than the default time that White’s runs out first, and what the opponent then has to do', () => {
    const settings = {
      ...sample().settings,
      control: { kind: 'custom', seconds: 60, increment: 0, delay: 0 } as const,
    };
    const at = (passed: number, who: string, arrived = { white: false, black: false }): ReturnType<typeof next> => {
      const startedAt = NOW - passed;
      const away = board(1, 'Ada', 'Dan', { startedAt, arrived, defaultAt: startedAt + 2 * MINUTE });
      return next(sample({ settings, rounds: [round(2, [away], 'Eve')] }), who);
    };
    expect(at(15_000, 'Ada').sentence).toContain('move within 0:45, or your time may run out');
    expect(at(75_000, 'Ada')).toMatchObject({ deeds: [{ kind: 'board' }], isUrgent: false });
    // Only the board knows the clock: the server may have been down meanwhile.
    expect(at(75_000, 'Ada').sentence).toContain('has probably run out. Open your board to see.');
    expect(at(75_000, 'Ada').sentence).not.toContain('You lose');
    expect(at(75_000, 'Dan').deeds.map(deed => deed.kind)).toEqual(['arrive', 'board']);
    expect(at(75_000, 'Dan').sentence).toContain('Say that you are here within 0:45');
    expect(at(75_000, 'Dan', { white: false, black: true }).sentence).toContain('you win the game in 0:45');
    expect(at(15_000, 'Dan').sentence).toContain('Be at your board within 1:45');
    expect(runsOutSooner(settings)).toBe(true);
    expect(runsOutSooner(sample().settings)).toBe(false);
  });

  it('does not tell when a clock runs out that a call has stopped, or to which a ruling may have given time', () => {
    const control = { kind: 'custom', seconds: 60, increment: 0, delay: 0 } as const;
    const away = board(1, 'Ada', 'Dan', { startedAt: NOW - 75_000, defaultAt: NOW + 45_000 });
    const detail = sample({ settings: { ...sample().settings, control } });
    const { game } = away;
    const called = { n: 31, game, player: person('Dan'), at: NOW - MINUTE, text: null, open: false, clocksUntil: null };
    expect(whiteOutAt(detail, away)).toBe(NOW - 15_000);
    expect(whiteOutAt(detail, { ...away, clocksStopped: true })).toBeNull();
    expect(whiteOutAt({ ...detail, calls: [called] }, away)).toBeNull();
    expect(whiteOutAt({ ...detail, rulings: [ruling(game)] }, away)).toBeNull();
    expect(whiteOutAt({ ...detail, calls: [{ ...called, game: 'another' }] }, away)).not.toBeNull();
  });

  it('does not call games in progress that are still to be arranged', () => {
    const settings = {
      ...sample().settings,
      format: { kind: 'round-robin', double: false, arranged: { deadline: NOW + MINUTE } } as const,
    };
    const toPlay = { live: false, startedAt: null };
    const boards = [board(1, 'Ada', 'Ben', toPlay), board(2, 'Cleo', 'Dan'), board(3, 'Ada', 'Cleo', toPlay)];
    const sentence = (shown: typeof boards): string =>
      next(sample({ settings, rounds: [round(1, shown, 'Eve')] }), 'Eve').sentence;
    expect(sentence(boards)).toContain('One game is in progress. 2 games are still to be played.');
    expect(sentence(boards.slice(0, 1))).toContain('Round 1 of 4. One game is still to be played.');
  });

  it('tells a result, a bye, and what the round waits for', () => {
    const { sentence } = next(sample(), 'Cleo');
    expect(sentence).toContain('won by forfeit');
    expect(sentence).toContain('Round 2 of 4. One game is in progress.');
    expect(next(sample(), 'Eve').sentence).toContain('no opponent in round 2');
    expect(next(sample(), 'Ada').sentence).toBe('Your game of round 2 against Ben is in progress.');
  });

  it('names the winner, and everybody’s own place', () => {
    const detail = sample({ phase: 'finished' });
    expect(next(detail, null).sentence).toBe('Ada has won.');
    expect(next(detail, 'Dan').sentence).toBe('Ada has won. Your final rank is 4, with ½ points.');
  });
});

describe('what needs a director', () => {
  const call = {
    n: 31,
    game: 'game-Ben-Ada',
    player: person('Ben'),
    at: NOW - MINUTE,
    text: 'The board does not answer.',
    open: true,
    clocksUntil: NOW + 9 * MINUTE,
  };
  const late = board(2, 'Cleo', 'Dan', { arrived: { white: true, black: false }, defaultAt: NOW + MINUTE });

  it('begins with stopped clocks; then come players who are absent', () => {
    const rounds = [round(2, [board(1, 'Ben', 'Ada', { clocksStopped: true }), late], 'Eve')];
    const items = attention(sample({ rounds, calls: [call] }), NOW);
    expect(items.map(item => item.key)).toEqual(['call-31', 'absent-game-Cleo-Dan-black']);
    expect(items[0]?.sentence).toContain('9:00');
    expect(items[0]?.text).toBe('The board does not answer.');
    expect(items[1]?.deeds[0]).toMatchObject({
      kind: 'do',
      command: { type: 'rule', outcome: { kind: 'black-forfeits' }, ground: 'absence' },
    });
  });

  it('gives reasons for a forfeit by absence that are true when they are given', () => {
    const rounds = [round(2, [late], 'Eve')];
    const reasons = (now: number): unknown => {
      const [item] = attention(sample({ rounds }), now);
      return item?.deeds.map(deed => deed.kind === 'do' && deed.command.type === 'rule' && deed.command.reasons)[0];
    };
    const running =
      'Dan has not come to the game, which began at 19:10 UTC. The default time would have ended at 19:31 UTC.';
    expect(reasons(NOW)).toBe(running);
    expect(reasons(NOW + MINUTE)).toBe(running);
    expect(reasons(NOW + MINUTE + 1)).toBe(
      'Dan did not come to the game within the default time, which ended at 19:31 UTC.',
    );
  });

  it('is the game that the round waits for alone, and then results that are not final', () => {
    expect(attention(sample(), NOW).map(item => item.key)).toEqual(['live-game-Ben-Ada']);
    const done = [round(2, [board(1, 'Ben', 'Ada', over('draw', false))], 'Eve')];
    expect(attention(sample({ rounds: done }), NOW).map(item => item.key)).toEqual(['not-final']);
  });

  it('is a forfeit by absence last of all, as long as another ruling can answer it', () => {
    const lost = board(2, 'Cleo', 'Dan', over('black-forfeits', false));
    const rounds = [round(2, [board(1, 'Ben', 'Ada', {}), lost], 'Eve')];
    const forfeit = ruling('game-Cleo-Dan', { n: 40, ground: 'absence', outcome: { kind: 'black-forfeits' } });
    const keys = (rulings: (typeof forfeit)[], board = lost): string[] =>
      attention(sample({ rounds: [round(2, [rounds[0]?.boards[0] ?? board, board], 'Eve')], rulings }), NOW)
        .map(item => item.key)
        .filter(key => key.startsWith('forfeited'));
    const items = attention(sample({ rounds, rulings: [forfeit] }), NOW);
    expect(items.at(-1)?.key).toBe('forfeited-40');
    expect(items.at(-1)?.deeds).toEqual([{ kind: 'play', label: 'Let it be played', game: 'game-Cleo-Dan' }]);
    // Not if it was ruled on another ground, appealed, replaced already, or is final.
    expect(keys([{ ...forfeit, ground: 'conduct' }])).toEqual([]);
    expect(keys([{ ...forfeit, state: 'appealed' }])).toEqual([]);
    expect(keys([forfeit, { ...forfeit, n: 41, outcome: { kind: 'warning', side: 'white' } }])).toEqual([]);
    expect(keys([forfeit], { ...lost, final: true })).toEqual([]);
    expect(keys([forfeit])).toEqual(['forfeited-40']);
  });

  it('is an appeal that nobody has decided for more than 30 minutes, which the organiser can end by naming somebody', () => {
    const appealed = ruling('game-Cleo-Dan', { n: 30, state: 'appealed', waitingSince: NOW - 30 * MINUTE });
    const items = (organiser: boolean, now: number): ReturnType<typeof attention> => {
      const you = { player: false, organiser, director: true, chiefArbiter: false, deputy: false };
      return attention(sample({ you, rulings: [appealed] }), now).filter(item => item.key === 'overdue-30');
    };
    expect(items(true, NOW)).toEqual([]);
    const [item] = items(true, NOW + 1);
    expect(item?.sentence).toMatch(/^Overdue: it has waited for Sam to decide since .* You can name another/);
    expect(item?.deeds).toEqual([{ kind: 'show', label: 'Who runs the event', part: 'roles' }]);
    expect(items(false, NOW + 1)[0]).toMatchObject({
      deeds: [],
      sentence: expect.not.stringContaining('You can') as string,
    });
  });

  it('is nothing in an event that is over', () => {
    expect(attention(sample({ phase: 'finished' }), NOW)).toEqual([]);
  });

  it('is a round that cannot be paired', () => {
    const final = [round(1, [board(1, 'Ben', 'Ada', over('draw'))], 'Eve')];
    expect(attention(sample({ rounds: final, impasse: true }), NOW)[0]?.key).toBe('impasse');
  });
});

describe('the Chief Arbiter', () => {
  it('sees appeals by how long they have waited, and what was remitted when it is overdue', () => {
    const first = ruling('game-Cleo-Dan', { n: 30, state: 'appealed', waitingSince: NOW - 9 * MINUTE });
    const second = ruling('game-Ben-Ada', { n: 31, state: 'appealed', waitingSince: NOW - 20 * MINUTE });
    const remitted = ruling('game-Ada-Cleo', { n: 28, state: 'remitted', waitingSince: NOW - 30 * MINUTE });
    const detail = sample({ rulings: [first, ruling('game-Ben-Ada', { n: 29 }), second, remitted] });
    expect(appealsOf(detail, NOW).map(one => one.n)).toEqual([31, 30]);
    expect(appealsOf(detail, NOW + 1).map(one => one.n)).toEqual([28, 31, 30]);
  });

  it('may order the next round when every game has a result and one is not final', () => {
    const done = [round(2, [board(1, 'Ben', 'Ada', over('draw', false))], 'Eve')];
    const presides = true;
    expect(mayOrder(sample({ presides, rounds: done }))).toBe(true);
    expect(mayOrder(sample({ presides }))).toBe(false);
    expect(mayOrder(sample({ presides, rounds: [round(2, [board(1, 'Ben', 'Ada', over('draw'))], 'Eve')] }))).toBe(
      false,
    );
    // A player of the event does not preside.
    const you = { player: true, organiser: false, director: false, chiefArbiter: true, deputy: false };
    expect(mayOrder(sample({ you, rounds: done }))).toBe(false);
  });
});

describe('what a ruling is varied to', () => {
  it('is another result where the ruling is about the result, and more or less time where it is about time', () => {
    const varied = (outcome: Outcome, call: number | null = null): readonly string[] => variedTo({ outcome, call });
    const result = varied({ kind: 'white-wins' });
    expect(result).toContain('draw');
    expect(result).toContain('resume');
    for (const kind of ['white-wins', 'time', 'warning'] as const) expect(result).not.toContain(kind);
    expect(varied({ kind: 'time', side: 'white', seconds: 60 })).toContain('time');
    expect(varied({ kind: 'warning', side: 'white' })).toContain('white-wins');
    // The dismissal of a call may be varied in whether it was frivolous; a result, or a ruling without a call, cannot become a dismissal.
    expect(varied({ kind: 'dismissed', frivolous: true }, 7)).toContain('dismissed');
    expect(varied({ kind: 'warning', side: 'white' }, 7)).toContain('dismissed');
    expect(varied({ kind: 'warning', side: 'white' })).not.toContain('dismissed');
    expect(varied({ kind: 'white-wins' }, 7)).not.toContain('dismissed');
  });
});

describe('the crosstable', () => {
  it('of a Swiss has a column for each round: opponent, colour, result', () => {
    const { columns, rows } = crosstable(sample());
    expect(columns).toEqual(['1', '2']);
    const cells = Object.fromEntries(rows.map(row => [row.player.name, row.cells.map(cell => cell?.text)]));
    expect(cells.Ada).toEqual(['3w1', '2b']);
    expect(cells.Dan).toEqual(['2w½', '3b−']);
    expect(cells.Cleo).toEqual(['1b0', '4w+']);
    expect(cells.Eve).toEqual(['+', '+']);
  });

  it('of a round robin has a column for each player, and both games of a double one in a cell', () => {
    const format = { kind: 'round-robin', double: true } as const;
    const base = sample();
    const detail = sample({
      settings: { ...base.settings, format },
      rounds: [
        round(1, [board(1, 'Ada', 'Ben', over('white-wins'))], 'Eve'),
        round(2, [board(1, 'Ben', 'Ada', over('draw'))], 'Eve'),
      ],
    });
    const { rows, columns } = crosstable(detail);
    expect(columns).toHaveLength(5);
    expect(rows[0]?.cells[1]?.text).toBe('1 ½');
    expect(rows[1]?.cells[0]?.text).toBe('0 ½');
  });
});

describe('facts', () => {
  it('a game that goes on is one’s own before one that is over', () => {
    expect(ownBoard(sample(), person('Ada').id)?.board.game).toBe('game-Ben-Ada');
    expect(ownBoard(sample(), person('Dan').id)?.board.result).toBe('black-forfeits');
    expect(ownBoard(sample(), null)).toBeNull();
  });

  it('a forfeit is a win for the other side, and none if both were absent', () => {
    expect([scoreFor('white-forfeits', 'black'), scoreFor('both-forfeit', 'black')]).toEqual([1, 0]);
    expect([signFor('white-forfeits', 'black'), signFor('both-forfeit', 'black'), signFor('draw', 'white')]).toEqual([
      '+',
      '−',
      '½',
    ]);
  });

  it('a record has opponents with their points, and byes', () => {
    expect(recordOf(sample(), person('Cleo').id)).toEqual([
      { round: 1, opponent: person('Ada'), sign: '0', points: 2 },
      { round: 2, opponent: person('Dan'), sign: '+', points: 0.5 },
    ]);
    expect(recordOf(sample(), person('Eve').id).map(line => line.opponent)).toEqual([null, null]);
  });

  it('nobody is absent after the game', () => {
    const late = { arrived: { white: false, black: false }, defaultAt: NOW };
    expect(absentOf(board(1, 'Ada', 'Ben', late))).toEqual(['white', 'black']);
    expect(absentOf(board(1, 'Ada', 'Ben', { ...late, ...over('both-forfeit') }))).toEqual([]);
  });
});

describe('pairing by hand', () => {
  it('tells who is left and who is twice', () => {
    expect(checked([['Ada', 'Ben']], '', ['Ada', 'Ben', 'Cleo'])).toEqual({ left: ['Cleo'], twice: [] });
    expect(checked([['Ada', 'Ada']], 'Ben', ['Ada', 'Ben'])).toEqual({ left: [], twice: ['Ada'] });
  });

  it('has a place for everybody who is available, and for nobody else', () => {
    const four = ['Ada', 'Ben', 'Cleo', 'Dan'];
    expect(fitted([['Ada', 'Ben']], '', four)).toEqual({
      pairs: [
        ['Ada', 'Ben'],
        ['', ''],
      ],
      bye: '',
    });
    // Eve has withdrawn, which leaves an even number.
    const made: [string, string][] = [
      ['Eve', 'Ada'],
      ['Ben', 'Cleo'],
      ['', ''],
    ];
    expect(fitted(made, 'Dan', four)).toEqual({
      pairs: [
        ['', 'Ada'],
        ['Ben', 'Cleo'],
      ],
      bye: '',
    });
    expect(fitted([['Ada', 'Ben']], 'Cleo', ['Ada', 'Ben', 'Cleo']).bye).toBe('Cleo');
  });

  it('begins with the pairs of a round that has not begun, and with none where results are open', () => {
    const soon = round(2, [board(1, 'Ada', 'Dan', { live: false, startedAt: null })], 'Eve', { started: null });
    expect(handRound(sample({ rounds: [soon] }))).toEqual({ number: 2, pairs: [['Ada', 'Dan']], bye: 'Eve' });
    expect(handRound(sample())).toBeNull();
    const final = [round(1, [board(1, 'Ben', 'Ada', over('draw'))], 'Eve')];
    expect(handRound(sample({ rounds: final }))).toMatchObject({ number: 2, pairs: [] });
  });
});

describe('the form', () => {
  it('reads back the settings that it says', () => {
    const draft = { ...newDraft(NOW), name: ' Club ', tieBreaks: 'bh/c1, sb', deadline: null, checkIn: 15 };
    const settings = settingsOf(draft);
    expect(settings).toMatchObject({ name: 'Club', tieBreaks: ['BH/C1', 'SB'], checkInMinutes: 15 });
    expect(settingsOf(draftOf(settings))).toEqual(settings);
  });

  it.each([
    { format: 'round-robin', double: true, deadline: NOW + MINUTE },
    { format: 'knock-out', matchGames: '2', thirdPlace: true },
    { format: 'match', games: 6 },
    { format: 'arena', length: 90 },
  ] as const)('reads back a $format', change => {
    const settings = settingsOf({ ...newDraft(NOW), name: 'Club', ...change });
    expect(settings.format.kind).toBe(change.format);
    expect(settingsOf(draftOf(settings)).format).toEqual(settings.format);
  });

  it('proposes a full half hour', () => {
    expect(nextHalfHour(NOW + 1, 15 * MINUTE)).toBe(NOW + 30 * MINUTE);
    expect(tieBreaksOf(' bh/c1;BH , ')).toEqual(['BH/C1', 'BH']);
  });

  it('has times as the field for them has them', () => {
    const at = new Date(2026, 10, 22, 9, 5).getTime();
    expect(toLocal(at)).toBe('2026-11-22T09:05');
    expect([fromLocal('2026-11-22T09:05'), fromLocal('')]).toEqual([at, null]);
  });
});

describe('the calendar', () => {
  it('has whole weeks from Monday on, and each event on its day', () => {
    const at = new Date(2026, 10, 22, 19, 30).getTime();
    const weeks = weeksOf(at, [{ ...sample({ startsAt: at }), rounds: null }], at);
    expect(weeks).toHaveLength(6);
    expect(
      weeks
        .flat()
        .map(day => new Date(day.at).getDay())
        .slice(0, 3),
    ).toEqual([1, 2, 3]);
    const day = weeks.flat().find(one => one.events.length > 0);
    expect(day).toMatchObject({ number: 22, isInMonth: true, isToday: true });
    expect(weeks.flat().filter(one => one.events.length > 0)).toHaveLength(1);
    expect(new Date(monthFrom(at, 2)).getMonth()).toBe(0);
    // Finished events are fetched back to the first day that is shown, a Monday of the month before.
    expect(firstShown(at)).toBe(new Date(2026, 9, 26).getTime());
    expect(weeks[0]?.[0]?.at).toBe(firstShown(at));
  });
});

describe('words', () => {
  it('points have halves and quarters', () => {
    expect([3.5, 0.5, 0, 2, 1.25].map(pointsText)).toEqual(['3½', '½', '0', '2', '1¼']);
    expect([valueText('12.5'), valueText('1804'), valueText('–')]).toEqual(['12½', '1804', '–']);
  });

  it('times count down by the second only when they are near', () => {
    expect([inText(9 * MINUTE + 5000), inText(30 * MINUTE), inText(125 * MINUTE)]).toEqual([
      'in 9:05',
      'in 30 minutes',
      'in 2 h 5 min',
    ]);
    expect(leftText(-5)).toBe('0:00');
  });

  it('tie-breaks are explained with what is cut', () => {
    expect(tieBreakText('BH/C1')).toBe('Buchholz: the points of the opponents, without the lowest');
  });

  it('a line of the stream is an entry, or nothing that matters', () => {
    expect(['{"n":41,"type":"arrived"}', '{"n":"41"}', '', '{'].map(entryOf)).toEqual([41, 0, 0, 0]);
  });
});

describe('the bracket', () => {
  const cup = (rounds: ReturnType<typeof round>[], games = 1, thirdPlace = false): ReturnType<typeof bracket> => {
    const detail = sample({ rounds });
    return bracket({ ...detail, settings: { ...detail.settings, format: { kind: 'knock-out', games, thirdPlace } } });
  };
  const names = (stage: ReturnType<typeof bracket>[0] | undefined): string[] =>
    (stage?.ties ?? []).map(({ sides }) => sides.map(one => one?.name ?? '-').join(' '));

  it('has the first two seeds in different halves', () => {
    expect(seeds(2)).toEqual([1, 2]);
    expect(seeds(6)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
  });

  it('carries on who has no opponent and who has won, and leaves open what is not decided', () => {
    const stages = cup([round(1, [board(1, 'Dan', 'Eve', over('black-wins'))], 'Ada')]);
    expect(stages.map(names)).toEqual([['Ada -', 'Dan Eve', 'Ben -', 'Cleo -'], ['Ada Eve', 'Ben Cleo'], ['- -']]);
    expect(stages[0]?.ties.map(tie => tie.isFree)).toEqual([true, false, true, true]);
    expect(stages[2]?.ties[0]?.isDecided).toBe(false);
    expect(names(cup([round(1, [board(1, 'Dan', 'Eve')], 'Ada')])[1])).toEqual(['Ada -', 'Ben Cleo']);
  });

  it('goes on with two rapid games, two blitz games, and a decider in which a draw wins for Black', () => {
    const draw = (terms: 'usual' | 'rapid' | 'blitz' | 'armageddon'): ReturnType<typeof board> =>
      board(1, 'Dan', 'Eve', { ...over('draw'), terms });
    const parts = ['usual', 'rapid', 'rapid', 'blitz', 'blitz', 'armageddon'] as const;
    const winners = parts.map((_, last) => {
      const tie = cup(parts.slice(0, last + 1).map((terms, index) => round(index + 1, [draw(terms)], 'Ada')))[0]
        ?.ties[1];
      return tie && winnerOf(tie)?.name;
    });
    expect(winners).toEqual([undefined, undefined, undefined, undefined, undefined, 'Eve']);
  });

  it('ends a match of two games when nobody can catch up', () => {
    const first = board(1, 'Dan', 'Eve', over('white-wins'));
    const second = board(1, 'Eve', 'Dan', over('draw'));
    expect(cup([round(1, [first], 'Ada')], 2)[0]?.ties[1]?.isDecided).toBe(false);
    const both = cup([round(1, [first], 'Ada'), round(2, [second], 'Ada')], 2)[0]?.ties[1];
    expect(both).toMatchObject({ winner: 0, score: [1.5, 0.5] });
  });

  it('lets the losers of the semi-finals play for third place', () => {
    const semis = [board(1, 'Ada', 'Eve', over('white-wins')), board(2, 'Ben', 'Cleo', over('black-wins'))];
    const stages = cup(
      [round(1, [board(1, 'Dan', 'Eve', over('black-wins'))], 'Ada'), round(2, semis, 'Dan')],
      1,
      true,
    );
    expect(names(stages[2])).toEqual(['Ada Cleo']);
    expect(stages[2]?.third?.sides.map(one => one?.name)).toEqual(['Eve', 'Ben']);
  });
});

it('the engine’s words are taken apart, and those of people are left as they are', () => {
  expect(figureOf('Engine, depth 12, 400000 nodes: +0.35 for the player to act: e2e4 e7e5')).toEqual({
    figure: '+0.35',
    depth: '12',
    nodes: '400000',
    line: 'e2e4 e7e5',
  });
  expect(figureOf('Two witnesses say that the phone rang.')).toBeNull();
});

it('of several games that are arranged the one that goes on is one’s own', () => {
  const boards = [board(1, 'Ada', 'Ben'), board(2, 'Ada', 'Cleo', { live: false, startedAt: null })];
  expect(ownBoard(sample({ rounds: [round(1, boards, 'Eve')] }), person('Ada').id)?.opponent.name).toBe('Ben');
});

describe('a mistake in a new event stands at its field', () => {
  const base = { ...newDraft(NOW), startsAt: NOW };
  it.each([
    ['settings.name', {}, 'event-name'],
    ['settings.format', { format: 'swiss' }, 'event-rounds'],
    ['settings.format', { format: 'match' }, 'event-games'],
    ['settings.format', { format: 'arena' }, 'event-length'],
    ['settings.format.minutes', { format: 'arena' }, 'event-length'],
    ['settings.format', { format: 'round-robin' }, 'event-deadline'],
    ['settings.conditions', { ratingFrom: 2000, ratingTo: 1500 }, 'event-from'],
    ['settings.conditions', { mostPlayers: 1, ratingFrom: 1500, ratingTo: 2000 }, 'event-most'],
    ['settings.conditions.ratingTo', {}, 'event-to'],
    ['settings.schedule', { schedule: 'after' }, 'event-after'],
    ['settings.schedule', { schedule: 'times', times: [NOW + 1, NOW + 1] }, 'event-time-1'],
    ['settings.schedule', { schedule: 'times', times: [NOW - 1, NOW + 1] }, 'event-time-0'],
    ['settings.control', { control: 'custom' }, 'event-minutes'],
    ['settings.control.delay', { control: 'custom' }, 'event-delay'],
    ['settings.variant', {}, ''],
    ['deputy', {}, 'event-deputy'],
    ['', {}, ''],
  ] satisfies [string, Partial<Draft>, string][])('%s %j', (path, change, field) => {
    expect(wrongField(path, { ...base, ...change })).toBe(field);
  });
});
