/** The English texts of the desks of directors and arbiters. */
import type { GameResult, Ground, Outcome, Side } from '../api/events';
import { groundName, resultName } from './events';
import { colorName, counted } from './words';

/** A time of day that is the same for all readers: `19:30 UTC`. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}

export const d = {
  title: 'Director’s desk',
  lead: 'What needs a decision, the most urgent first. Nothing is deleted: later entries correct earlier ones.',
  quiet: 'Nothing needs your attention.',
  over: 'The event is over: nothing about it can be changed any more.',
  attention: 'Needs attention',
  urgent: { now: 'now', soon: 'soon', later: 'no hurry' },
  item: {
    stopped: (who: string, side: Side): string =>
      `${who} (${colorName[side]}) has called a director. Both clocks are stopped`,
    stoppedLeft: (left: string): string => `for at most another ${left}.`,
    waiting: (who: string): string =>
      `${who} has called a director and is waiting for an answer. The clocks are running.`,
    said: (text: string): string => `“${text}”`,
    remitted: 'The Chief Arbiter has remitted the ruling to you. Rule again.',
    absent: (who: string, side: Side, left: string): string =>
      `${who} (${colorName[side]}) is absent, and forfeits automatically in ${left}.`,
    forfeited: (who: string, side: Side): string =>
      `${who} (${colorName[side]}) has lost by absence. Until that is final, a further ruling can replace it.`,
    absentOver: (who: string, side: Side): string => `${who} (${colorName[side]}) did not come in time.`,
    longest: (games: number): string =>
      games === 1 ? 'The round is waiting for this game only.' : `The round is waiting for ${games} games.`,
    notFinal: (games: number): string =>
      games === 1
        ? 'All games have a result. One is not final yet; the next round is paired when it is.'
        : `All games have a result. ${games} are not final yet; the next round is paired when they are.`,
    overdue: (who: string, since: string, mayName: boolean): string =>
      `Overdue: it has waited for ${who} to decide since ${since}.${mayName ? ' You can name another Chief Arbiter or deputy.' : ''}`,
    checkIn: (players: number): string => `${counted(players, 'player')} not checked in.`,
    impasse: 'The next round cannot be paired by the rules. Lift a forbidden pair, or pair by hand.',
    few: (players: number, least: number): string =>
      `Only ${counted(players, 'player')}: the event needs at least ${least}.`,
  },
  act: {
    rule: 'Rule…',
    dismiss: 'Dismiss the call',
    frivolous: 'Dismiss as frivolous',
    addTime: 'Give 2 minutes',
    forfeit: (side: Side): string => `${colorName[side]} forfeits`,
    forfeited: (who: string): string => `${who} has lost by absence. You can still let the game be played.`,
    playAfterAll: 'Let it be played',
    playedAfterAll: 'The game is played after all, as soon as both players are there.',
    draw: 'Draw',
    toGame: 'See the game',
    evidence: 'Ask the engine',
    evidenceDone: 'The engine’s evaluation is attached, and sealed like the game.',
    more: 'More',
    seal: 'Open the seal',
    sealDone: 'The seal is open: the page of the game shows you its secrets.',
    sealAsk: 'Open the seal of this game?',
    sealNote:
      'You will see the secrets of the game. Everybody sees at once that you have opened the seal, and you can no longer play in this event or advise a player.',
    checkIn: 'Check in',
    zero: 'Zero-point bye',
    zeroOf: (name: string, round: number): string => `${name} does not play in round ${round}`,
    half: 'Half-point bye',
    halfOf: (name: string, round: number): string => `Half a point for ${name} in round ${round}`,
    takeBack: 'Take back',
    takeBackOf: (name: string, round: number): string => `Take back the bye of ${name} in round ${round}`,
    withdraw: 'Withdraw',
    withdrawOf: (name: string): string => `Withdraw ${name}`,
    reinstate: 'Reinstate',
    reinstateOf: (name: string): string => `Reinstate ${name} from the next round on`,
    reinstateArranged: (name: string): string =>
      `Reinstate ${name}: games already forfeited stay forfeited unless you rule otherwise`,
    withdrawAsk: (name: string): string => `Withdraw ${name} from the event?`,
    withdrawNote: {
      open: 'The entry is removed. The player can enter again until the start.',
      running: 'This takes effect from the next round. A game in progress must be finished or resigned.',
      arranged:
        'The player’s games that have not started are forfeited at once. A game in progress must be finished or resigned.',
    },
    correct: 'Correct',
    correctOf: (name: string): string => `Correct the entry of ${name}`,
    order: 'Pair with provisional results',
    orderAsk: 'Pair the next round now?',
    orderNote: 'The pairings stand, even if provisional results change.',
    annul: 'Annul the event',
    annulAsk: 'Annul this event?',
    annulNote: 'None of its games will be rated. This cannot be undone.',
    keep: 'Leave it',
  },
  reasons: {
    // Reasons are public and permanent: they must be true whenever the ruling is made, with times that are the same for all readers.
    absence: (who: string, since: number, ends: number, isOver: boolean): string =>
      isOver
        ? `${who} did not come to the game within the default time, which ended at ${utc(ends)}.`
        : `${who} has not come to the game, which began at ${utc(since)}. The default time would have ended at ${utc(ends)}.`,
    playAfterAll: 'The forfeit is taken back: the game is played from where it stood.',
    dismissed: 'Nothing in the game calls for a ruling. Play goes on.',
    frivolous: 'There was nothing to call a director for.',
    time: 'The time lost through the call is given back.',
  },
  rule: {
    title: (where: string): string => `Ruling: ${where}`,
    ground: 'Ground',
    outcome: 'Outcome',
    reasons: 'Reasons',
    reasonsNote: '10 to 4,000 characters. Everybody can read them: do not mention secrets of the game.',
    answers: (who: string): string => `This answers the call of ${who}.`,
    send: 'Rule',
    sent: 'Ruled. The players can appeal for 30 minutes.',
    cancel: 'Cancel',
    side: 'Player',
    seconds: 'Seconds; negative to subtract',
    from: 'The game continues after',
    start: 'the start of the game',
    move: (number: number, side: Side, notation: string): string =>
      `${number}${side === 'white' ? '.' : '…'} ${notation}`,
    whiteClock: 'White’s clock, in minutes',
    blackClock: 'Black’s clock, in minutes',
    frivolous: 'Frivolous: it costs the caller 2 minutes',
    grounds: groundName satisfies Record<Ground, string>,
    outcomes: {
      ...(resultName satisfies Record<GameResult, string>),
      resume: 'The game continues from an earlier point',
      replay: 'A new game, same colours',
      time: 'More or less time for a player',
      warning: 'A warning',
      dismissed: 'The call is dismissed',
    } satisfies Record<Outcome['kind'], string>,
  },
  plays: {
    title: 'You play in this event',
    note: (isOrganiser: boolean): string =>
      `Players make no decisions in their own event: that is up to the directors who do not play.${isOrganiser ? ' You can name some.' : ''}`,
  },
  players: {
    title: 'Players',
    add: 'Enter a player',
    addNote: (isLate: boolean): string =>
      `Type the player’s username.${isLate ? ' A late entry is paired from the next round on.' : ''}`,
    username: 'Username',
    enter: 'Enter',
    entered: (name: string): string => `${name} has been entered.`,
    done: 'Done, and recorded in the log.',
    correctTitle: (name: string): string => `Correct the entry of ${name}`,
    name: 'Name',
    rating: 'Rating',
    noRating: 'Empty for none.',
    save: 'Save',
  },
  anyGame: {
    title: 'Any game',
    note: 'You can rule without being called, see what the engine says, or look at what is secret in a game.',
    none: 'No game is paired yet.',
    which: 'Game',
    final: 'The result is final: it can no longer be ruled on.',
  },
  forbidden: {
    title: 'Forbidden pairs',
    note: 'Two players who are not to be paired with each other, from the next round on.',
    none: 'There are none.',
    first: 'Player',
    second: 'and',
    add: 'Forbid',
    lift: 'Lift',
    liftOf: (one: string, other: string): string => `Lift: ${one} and ${other}`,
    pair: (one: string, other: string): string => `${one} and ${other}`,
  },
  hand: {
    title: 'Pairing by hand',
    note: 'Pair every player of the round once. The log says that the round was paired by hand.',
    noteFirst:
      'These pairings apply if exactly these players are present at the start. Otherwise the round is paired automatically.',
    notNow: 'A round can be paired by hand until it starts, or when all results before it are final.',
    round: (round: number): string => `Round ${round}`,
    begin: 'Pair by hand',
    white: (board: number): string => `Board ${board}: White`,
    black: (board: number): string => `Board ${board}: Black`,
    bye: 'No opponent',
    nobody: '–',
    left: (names: string): string => `Not paired yet: ${names}.`,
    twice: (names: string): string => `Paired more than once: ${names}.`,
    complete: 'Everybody is paired.',
    send: 'Use these pairings',
    sent: 'The round has been paired by hand.',
    swap: 'Swap colours',
    swapOf: (board: number): string => `Swap colours on board ${board}`,
  },
  roles: {
    title: 'Who runs the event',
    directors: 'Directors',
    addDirector: 'Add a director',
    remove: 'Remove',
    removeOf: (name: string): string => `Remove ${name}`,
    chiefArbiter: 'Chief Arbiter',
    deputy: 'Deputy',
    another: 'Replace',
    anotherOf: (role: string): string => `Replace: ${role}`,
    username: 'Username',
    name: 'Name',
    onlyOrganiser: 'The organiser names them.',
  },
  arbiter: {
    title: 'Arbiter’s desk',
    lead: 'Appeals against rulings. One decision answers both players; it is final, unless you remit it.',
    none: 'There are no open appeals.',
    since: (since: string): string => `It has waited since ${since}.`,
    own: 'You made this ruling yourself, or play in the game, so the other arbiter decides.',
    decide: 'Decide',
    decideTitle: (where: string): string => `Decision: ${where}`,
    decision: 'Decision',
    confirmed: 'Confirmed: the ruling stands',
    varied: 'Changed: another ruling replaces it',
    remitted: 'Remitted: another director rules again',
    to: 'To which director?',
    noDirector: 'There is no other director who is not playing.',
    sent: 'Decided.',
    send: 'Decide',
    next: 'The next round',
    order: 'You may have the next round paired without waiting for the results to become final.',
    orderNot: 'It can be ordered when every game has a result.',
  },
};
