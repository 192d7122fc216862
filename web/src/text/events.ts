/** The English texts of events: they are loaded with the pages of events. Those of the desks are in `desk.ts`. */
import type { Control, Decided, Format, GameResult, Ground, Outcome, Phase, Schedule, Side } from '../api/events';
import { momentText } from './format';
import { clockName, colorName, counted } from './words';

/** Points or the value of a tie-break: `3½`, `12`, `0`, `2¼`. */
export function pointsText(value: number): string {
  const sign = value < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(value));
  const rest = Math.abs(value) - whole;
  const part = ({ 0.25: '¼', 0.5: '½', 0.75: '¾' } as Record<number, string>)[rest];
  if (rest === 0) return `${sign}${whole}`;
  if (part) return `${sign}${whole === 0 ? '' : whole}${part}`;
  return `${sign}${(whole + rest).toFixed(2)}`;
}

/** A value of a tie-break as the server writes it: `12.5`. */
export function valueText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? pointsText(number) : value;
}

/** The time until something: `in 3 days`, `in 2 h 5 min`, `in 4:05`. */
export function inText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 48 * 60) return `in ${Math.round(minutes / 1440)} days`;
  if (minutes >= 60) return `in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  if (minutes >= 10) return `in ${minutes} minutes`;
  return `in ${leftText(ms)}`;
}

/** The time left, as a clock counts it down: `4:05`; from an hour on `1 h 5 min`. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** The time of a day: `19:30`. */
export function timeText(at: number): string {
  return TIME.format(at);
}

/** A day with its name: `Sunday 22 November`. */
export function weekdayText(at: number): string {
  return WEEKDAY.format(at);
}

/** A month: `November 2026`. */
export function monthText(at: number): string {
  return MONTH.format(at);
}

/** A point in time after "from" or "since": only the time of day if it is within half a day. */
export function nearMomentText(at: number, now: number): string {
  return isNear(at, now) ? timeText(at) : momentText(at);
}

/** The same as a part of a sentence: `at 14:05`, `on 22 Nov 2026, 14:05`. */
export function whenText(at: number, now: number): string {
  return `${isNear(at, now) ? 'at' : 'on'} ${nearMomentText(at, now)}`;
}

function isNear(at: number, now: number): boolean {
  return Math.abs(at - now) < 12 * 3_600_000;
}

export const resultName: Record<GameResult, string> = {
  'white-wins': 'White wins',
  'black-wins': 'Black wins',
  draw: 'Draw',
  'white-forfeits': 'White loses by forfeit',
  'black-forfeits': 'Black loses by forfeit',
  'both-forfeit': 'Both lose by forfeit',
};

/** Results as they stand between two names: forfeits have `+` and `−`. */
export const resultSign: Record<GameResult, string> = {
  'white-wins': '1–0',
  'black-wins': '0–1',
  draw: '½–½',
  'white-forfeits': '−/+',
  'black-forfeits': '+/−',
  'both-forfeit': '−/−',
};

export const groundName: Record<Ground, string> = {
  absence: 'Absence',
  failure: 'Failure',
  deadline: 'Deadline',
  rules: 'Rules',
  conduct: 'Conduct',
  agreement: 'Agreement',
};

/** The meaning of each ground (Regulations, section 4). */
export const groundMeans: Record<Ground, string> = {
  absence: 'A player left for longer than the event allows.',
  failure: 'A fault of the server or the connection that is not the player’s own.',
  deadline: 'The time available for the event is over.',
  rules: 'A rule was applied wrongly.',
  conduct: 'Fair play, unfair calls, abuse.',
  agreement: 'The players agree on a result that was not entered.',
};

/** A clock in hours, minutes and seconds. */
const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ''}${hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
};

/** The outcome of a ruling, as the end of a sentence that begins with who made it. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'resume':
      return `The game continues after entry ${outcome.from} of its log, with ${clock(outcome.whiteMs)} for White and ${clock(outcome.blackMs)} for Black`;
    case 'replay':
      return 'A new game with the same colours takes its place';
    case 'time':
      return outcome.seconds < 0
        ? `${colorName[outcome.side]} loses ${counted(-outcome.seconds, 'second')}`
        : `${colorName[outcome.side]} is given ${counted(outcome.seconds, 'second')}`;
    case 'warning':
      return `${colorName[outcome.side]} is warned`;
    case 'dismissed':
      return outcome.frivolous
        ? 'The call is dismissed as frivolous, which costs the caller 2 minutes'
        : 'The call is dismissed';
    default:
      return resultName[outcome.kind];
  }
}

export function formatText(format: Format): string {
  switch (format.kind) {
    case 'swiss':
      return format.rounds ? `Swiss, ${counted(format.rounds, 'round')}` : 'Swiss';
    case 'round-robin':
      return `${format.double ? 'Double round robin' : 'Round robin'}${format.arranged ? ', arranged' : ''}`;
    case 'knock-out':
      return format.games === 1 ? 'Knock-out' : `Knock-out, ${format.games} games per match`;
    case 'match':
      return `Match of ${counted(format.games, 'game')}`;
    case 'arena':
      return `Arena, ${format.minutes} minutes`;
  }
}

export function controlText(control: Control): string {
  switch (control.kind) {
    case 'standard':
      return '40/90+30';
    case 'rapid':
      return '25+10';
    case 'blitz':
      return '5+3';
    case 'custom':
      return clockName(control.seconds, control.increment, control.delay);
  }
}

/** The tie-breaks in words. */
const tieBreakName: Record<string, string> = {
  BH: 'Buchholz: the points of the opponents',
  FB: 'Fore Buchholz: Buchholz, as if the last round were drawn',
  SB: 'Sonneborn-Berger: the points of the opponents, each multiplied by the result against them',
  DE: 'Direct encounter: the results among the tied players',
  WIN: 'Wins, forfeits and byes with a win included',
  WON: 'Games won at the board',
  BPG: 'Games with Black',
  BWG: 'Games won with Black',
  REP: 'Rounds that the player elected to play',
  STD: 'A point for each result better than the opponent’s, half for an equal one',
  TPN: 'The starting number',
  RTNG: 'The rating',
  PS: 'Progressive score: the points after each round, added up',
  KS: 'Koya: the points against players who scored at least half of the points',
  AOB: 'Average Buchholz of the opponents',
  ARO: 'Average rating of the opponents',
  TPR: 'Tournament performance: the rating that fits the results',
  PTP: 'Perfect tournament performance',
  APRO: 'Average performance of the opponents',
  APPO: 'Average perfect performance of the opponents',
};

/** A tie-break in words: `BH/C1` is Buchholz without the lowest. */
export function tieBreakText(name: string): string {
  const [kind = '', ...modifiers] = name.split('/');
  const words = tieBreakName[kind.replace(/[-:].*/, '')] ?? kind;
  const changes = modifiers.map(one => {
    const [, letter, number] = /^([CM])(\d)$/.exec(one) ?? [];
    if (letter === 'C') return number === '1' ? 'without the lowest' : `without the ${number} lowest`;
    if (letter === 'M') return `without the ${number} lowest and the ${number} highest`;
    return one === 'P' ? 'forfeits count as played' : one;
  });
  return [words, ...changes].join(', ');
}

const opposite: Record<Side, Side> = { white: 'black', black: 'white' };

export const e = {
  title: 'Events',
  lead: 'Tournaments, matches and arenas. Enter one, watch, or create your own in a minute.',
  make: 'New event',
  signIn: 'Sign in',
  list: {
    game: 'Game',
    anyGame: 'All games',
    shown: 'Show',
    asList: 'List',
    asCalendar: 'Calendar',
    running: 'In progress',
    runningNone: 'No event is in progress.',
    coming: 'Upcoming',
    comingNone: 'No event has been announced. Create one.',
    noneOfGame: 'No event of this game has been announced.',
    finished: 'Finished',
    finishedNone: 'No event has finished yet.',
    earlier: 'Show earlier events',
    players: (players: number, most: number): string => `${players} of ${most} players`,
    playersOnly: (players: number): string => counted(players, 'player'),
    round: (round: number, rounds: number | null): string =>
      rounds ? `round ${round} of ${rounds}` : round > 0 ? `round ${round}` : 'begins now',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    monthNone: 'No events this month.',
    days: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const,
    you: { player: 'you play', organiser: 'yours', director: 'you direct', arbiter: 'you decide appeals' },
  },
  phase: {
    open: 'open for entries',
    running: 'in progress',
    finished: 'finished',
    cancelled: 'cancelled',
    annulled: 'annulled',
  } satisfies Record<Phase, string>,
  rated: 'rated',
  casual: 'unrated',
  side: colorName,
  /** The sentences at the top of the page, which say what the viewer can do next. */
  next: {
    startsAt: (when: string, inTime: string): string => `It starts ${when}, ${inTime}.`,
    startsNow: 'It starts now.',
    open: (players: number, most: number): string => `Entry is open: ${players} of ${most} players have entered.`,
    full: (most: number): string => `All ${most} places are taken.`,
    ratingOnly: (from: number | null, to: number | null): string =>
      from !== null && to !== null
        ? `For ratings from ${from} to ${to}.`
        : from !== null
          ? `For ratings of ${from} and above.`
          : `For ratings up to ${to ?? 0}.`,
    in: 'You are in.',
    checkInFrom: (when: string): string => `Check in from ${when}.`,
    checkInNow: (when: string): string => `Check in now: players who have not checked in by ${when} are not paired.`,
    checkedIn: 'You have checked in.',
    withdrawn: 'You have withdrawn.',
    paused: 'You are not paired, because you did not play your last game.',
    roundStarts: (round: number, inTime: string, side: Side, opponent: string): string =>
      `Round ${round} starts ${inTime}; you play ${colorName[side]} against ${opponent}.`,
    arrive: (round: number, side: Side, opponent: string, until: string): string =>
      `Round ${round} has started: you play ${colorName[side]} against ${opponent}. Be at your board within ${until}, or you lose by forfeit.`,
    arriveSooner: (round: number, opponent: string, until: string): string =>
      `Round ${round} has started: you play White against ${opponent}. Your clock is running: move within ${until}, or your time may run out.`,
    outOfTime: (round: number, opponent: string): string =>
      `Your time in round ${round} against ${opponent} has probably run out. Open your board to see.`,
    theyAreOut: (round: number, opponent: string, until: string): string =>
      `${opponent}’s time in round ${round} has probably run out. If they do not come, you win the game in ${until}.`,
    bothAway: (round: number, opponent: string, until: string): string =>
      `${opponent}’s time in round ${round} has probably run out. Say that you are here within ${until}, or you lose by forfeit.`,
    playing: (round: number, opponent: string): string =>
      `Your game of round ${round} against ${opponent} is in progress.`,
    stopped: (opponent: string): string =>
      `The clocks of your game against ${opponent} are stopped: a director has been called.`,
    arranged: (games: number, until: string): string =>
      `${games === 1 ? 'One game of yours is' : `${games} games of yours are`} still to be played by ${until}. Agree on times below.`,
    bye: (round: number, kind: 'pairing' | 'half' | 'zero'): string =>
      ({
        pairing: `You have no opponent in round ${round}. The regulations say how many points it gives.`,
        half: `You have a half-point bye in round ${round}.`,
        zero: `You do not play in round ${round}.`,
      })[kind],
    done: (result: string): string => `Your game is over: ${result}.`,
    doneWords: {
      win: 'you have won',
      draw: 'a draw',
      loss: 'you have lost',
      forfeit: 'lost by forfeit',
      given: 'won by forfeit',
    },
    waitsFor: (live: number): string => (live === 1 ? 'One game is in progress.' : `${live} games are in progress.`),
    toPlay: (games: number): string =>
      games === 1 ? 'One game is still to be played.' : `${games} games are still to be played.`,
    waitsFinal: 'The next round is paired when all results are final.',
    roundOn: (round: number, rounds: number | null): string =>
      rounds ? `Round ${round} of ${rounds}.` : `Round ${round}.`,
    roundSoon: (round: number, inTime: string): string => `Round ${round} is paired. It starts ${inTime}.`,
    roundOver: (round: number): string => `All games of round ${round} have a result.`,
    pairedSoon: 'The first round is about to be paired.',
    arena: (left: string): string => `The arena runs for another ${left}. Players without a game are paired.`,
    arenaOver: 'The arena is over. Games in progress are played to the end.',
    won: (name: string): string => `${name} has won.`,
    wonShared: (names: string): string => `${names} share first place.`,
    yourPlace: (rank: number, points: string): string => `Your final rank is ${rank}, with ${points}.`,
    cancelled: 'This event was cancelled.',
    annulled: 'This event was annulled: none of its games are rated.',
    finished: 'This event is over.',
    points: (points: number): string => (points === 1 ? '1 point' : `${pointsText(points)} points`),
  },
  do: {
    enter: 'Enter',
    checkIn: 'Check in',
    withdraw: 'Withdraw',
    withdrawAsk: 'Withdraw from this event?',
    withdrawNote: {
      open: 'You can enter again until the start.',
      running: 'This takes effect from the next round. A game in progress must be finished or resigned.',
      arranged:
        'Your games that have not started are forfeited at once. A game in progress must be finished or resigned. If you play again later, a director decides whether forfeited games are played after all.',
    },
    playAgain: 'Play again',
    keep: 'Stay in',
    toBoard: 'Go to your board',
    signIn: 'Sign in to enter',
    here: 'I am here',
    settings: 'Change settings',
    hall: 'Hall view',
    cancel: 'Cancel the event',
    cancelAsk: 'Cancel this event?',
    cancelNote: 'It will not take place. Everybody sees that you have cancelled it.',
  },
  done: {
    enter: 'You are in.',
    checkIn: 'You have checked in.',
    withdraw: 'You have withdrawn.',
    playAgain: 'You will play again from the next round.',
    playAgainArranged: 'You are in again. A director decides whether forfeited games are played after all.',
    bye: 'Your bye has been requested.',
    byeTaken: 'Your request for a bye has been withdrawn.',
    appointment: 'Your proposal has been sent.',
    agreed: 'You have agreed.',
    appeal: 'Your appeal has been received in time.',
  },
  tabs: {
    title: 'Parts of the event',
    now: 'Now',
    players: 'Players',
    rounds: 'Rounds',
    crosstable: 'Crosstable',
    bracket: 'Bracket',
    rulings: 'Rulings',
    regulations: 'Regulations',
    desk: 'Director’s desk',
    arbiter: 'Arbiter’s desk',
  },
  players: {
    title: 'Players',
    none: 'Nobody has entered yet.',
    number: 'No.',
    name: 'Name',
    rating: 'Rating',
    state: 'State',
    checkedIn: 'checked in',
    withdrawn: 'withdrawn',
    paused: 'absent',
    notYet: 'not checked in',
    bye: (round: number, kind: 'half' | 'zero'): string =>
      kind === 'half' ? `half a point in round ${round}` : `not in round ${round}`,
  },
  byes: {
    title: 'Byes',
    note: (most: number): string =>
      most === 0
        ? 'You can sit out a round without points, until it is paired.'
        : `You can sit out rounds: ${most === 1 ? 'once' : `${most} times`} with half a point, but not the last round; any others without points. Request the bye before the round is paired.`,
    round: 'Round',
    half: 'Half a point',
    zero: 'No points',
    ask: 'Request bye',
    own: (round: number, kind: 'half' | 'zero'): string =>
      `Round ${round}: ${kind === 'half' ? 'half a point' : 'no points'}`,
    takeBack: 'Take back',
    takeBackOf: (round: number): string => `Take back: round ${round}`,
  },
  rounds: {
    title: (round: number): string => `Round ${round}`,
    pgn: (round: number): string => `Games of round ${round} (PGN)`,
    choose: 'Round',
    none: 'No round is paired yet.',
    arena: 'Games in progress',
    arenaNone: 'No games in progress.',
    noneOpen: 'The first round is paired when the event starts.',
    board: (board: number): string => `Board ${board}`,
    versus: 'against',
    live: 'in progress',
    notStarted: 'not started',
    provisional: 'provisional',
    final: 'final',
    stopped: 'clocks stopped',
    replay: 'replay',
    terms: {
      usual: '',
      rapid: 'tie-break with 25+10',
      blitz: 'tie-break with 5+3',
      armageddon: 'decider: 5 minutes against 4, and a draw wins for Black',
    },
    absent: (side: Side): string => `${colorName[side]} is absent`,
    outOfTime: (side: Side): string => `${colorName[side]} is absent, and has probably run out of time`,
    absentLeft: (side: Side, left: string): string => `${colorName[side]} is absent: ${left} left`,
    byHand: 'Paired by hand by a director.',
    byOrder: 'Paired by order of the Chief Arbiter or the deputy, with provisional results.',
    byes: 'Not playing',
    byeKind: { pairing: 'no opponent', half: 'half a point', zero: 'no points' },
    appointment: (when: string): string => `to be played ${when}`,
  },
  arrange: {
    title: 'Your games to arrange',
    opponent: (name: string, side: Side): string => `Against ${name}: you play ${colorName[side]}`,
    when: 'When?',
    propose: 'Propose',
    agree: (when: string): string => `Agree: ${when}`,
    proposed: (when: string): string => `You have proposed ${when}.`,
    theirs: (name: string, when: string): string => `${name} proposes ${when}.`,
    appointed: (when: string): string => `You play ${when}.`,
    now: 'I can play now',
    nowSaid: (left: string): string =>
      `You have said that you can play now. The game starts if your opponent agrees within ${left}.`,
    nowOver: (when: string): string => `You said that you could play now; that expired ${when}. You can say it again.`,
    nowTheirs: (name: string, left: string): string =>
      `${name} can play now. The game starts if you can, too, within ${left}.`,
    nowTheirsOver: (name: string, when: string): string =>
      `${name} said that they could play now; that expired ${when}.`,
    nowNote: 'The game starts when your opponent agrees.',
  },
  standings: {
    title: 'Standings',
    none: 'There are no standings yet.',
    rank: '#',
    rankLong: 'Rank',
    player: 'Player',
    points: 'Points',
    provisionalNote: 'Points marked * include results that are not final.',
    explain: (name: string, who: string): string => `How ${name} of ${who} is calculated`,
    sum: (name: string, who: string, value: string): string => `${name} of ${who}: ${value}`,
    round: 'Round',
    noResults: 'No results count towards it yet.',
    close: 'Close',
    from: (name: string, round: number): string => `${name}, round ${round}`,
    fromNobody: (round: number): string => `round ${round}, without an opponent`,
    cut: 'does not count',
    total: (name: string): string => {
      if (/^(AOB|ARO|APRO|APPO)\b/.test(name)) return 'on average';
      return /^(TPR|PTP)\b/.test(name) ? 'performance rating from these results' : 'in total';
    },
    unplayed: 'a round without an opponent',
    against: (name: string, points: number): string => `against ${name}, who has ${pointsText(points)}`,
  },
  cross: {
    title: 'Crosstable',
    lead: {
      swiss: 'Each cell: the opponent’s number, the colour, and the result.',
      all: 'Each cell: the results against the player of that number.',
    },
    none: 'It fills up as games are paired.',
    cell: (opponent: string, side: Side, result: string): string => `${colorName[side]} against ${opponent}: ${result}`,
    results: {
      '1': 'won',
      '½': 'drawn',
      '0': 'lost',
      '+': 'won by forfeit',
      '−': 'lost by forfeit',
      '': 'not over yet',
    } as Record<string, string>,
    byes: { pairing: 'bye', half: '½ bye', zero: 'absent' },
  },
  bracket: {
    title: 'Bracket',
    none: 'It is drawn when the event starts.',
    stage: (matches: number): string =>
      ({ 1: 'Final', 2: 'Semi-finals', 4: 'Quarter-finals' })[matches] ?? `Last ${2 * matches}`,
    third: 'Third place',
    free: 'advances without a game',
    games: 'Games:',
    live: '…',
    goesOn: (name: string): string => `${name} has won the match.`,
    goesOnFree: (name: string): string => `${name} advances without a game.`,
    nobody: 'Nobody advances.',
  },
  rulings: {
    title: 'Rulings and appeals',
    none: 'There have been no rulings.',
    earlier: 'Earlier rulings are in',
    log: 'the log',
    where: (round: number, board: number): string => `Round ${round}, board ${board}`,
    ruled: (name: string, when: string): string => `${name} ruled ${when}`,
    ground: (ground: Ground): string => `Ground: ${groundName[ground].toLowerCase()}`,
    onCall: (name: string, when: string): string => `${name} had called a director ${when}.`,
    until: (when: string, left: string): string => `It can be appealed until ${when}: ${left} left.`,
    over: 'Nobody appealed: the ruling stands.',
    appealed: (name: string, when: string): string => `${name} appealed ${when}.`,
    sealed: 'Directors and arbiters can read what the player wrote, and the opponent can when the result is final.',
    waits: 'The Chief Arbiter decides.',
    overdue: (since: string): string => `Overdue: it has waited for a decision since ${since}.`,
    decided: (name: string, when: string, decision: Decided['kind']): string =>
      `${name} decided ${when}: ${{ confirmed: 'the ruling stands', varied: 'the ruling is changed', remitted: 'another director rules again' }[decision]}.`,
    remittedTo: (name: string): string => `${name} rules again.`,
    superseded: 'A later ruling has replaced it.',
    final: 'This is final.',
    appeal: 'Appeal',
    appealTitle: 'Appeal against this ruling',
    appealText: 'Why should the decision be different?',
    appealNote:
      'At least 10 characters. The Chief Arbiter decides; directors read it now, your opponent when the result is final. You have one appeal.',
    send: 'Send the appeal',
    decide: 'Decide',
    ruleAnew: 'Rule again',
    call: (name: string, when: string): string => `${name} called a director ${when}.`,
    callOpen: 'Waiting for an answer.',
    evidence: 'evidence',
    asked: (name: string, when: string): string => `${name} asked the engine ${when}. It says:`,
    added: (name: string, when: string): string => `${name} added evidence ${when}.`,
    house: 'The server',
    toAct: 'for the player to act.',
    effort: (depth: string, nodes: string): string => `Depth ${depth}, ${Number(nodes).toLocaleString('en-GB')} nodes.`,
    line: (line: string): string => ` Best line: ${line}`,
    evidenceSealed: 'Its evaluation is sealed, like the game, until the result is final.',
    sealTag: 'seal opened',
    seal: (name: string, when: string): string => `${name} opened the seal of this game ${when}.`,
    sealNote: (name: string): string =>
      `${name} sees the secrets of the game, and can no longer play in this event or advise a player.`,
    event: 'The event',
    annulledTag: 'annulled',
    annulled: (name: string, isDeputy: boolean, when: string): string =>
      `${name}, the ${isDeputy ? 'deputy' : 'Chief Arbiter'}, annulled this event ${when}. None of its games are rated.`,
    game: 'Go to the game',
    states: {
      open: 'can be appealed',
      appealed: 'appealed',
      remitted: 'remitted',
      confirmed: 'confirmed',
      varied: 'varied',
      superseded: 'replaced',
      stands: 'final',
    },
  },
  regulations: {
    title: 'Regulations',
    own: 'Regulations of this event',
    ownNone: 'This event has no regulations of its own.',
    house: 'For everything else:',
    houseLink: 'House regulations',
    settings: 'Settings',
    roles: 'Who runs it',
    role: { organiser: 'Organiser', directors: 'Directors', chiefArbiter: 'Chief Arbiter', deputy: 'Deputy' },
    exports: 'Files',
    files: {
      trf16: 'TRF16',
      trf26: 'TRF26',
      pgn: 'Games (PGN)',
      csv: 'Standings (CSV)',
      json: 'Standings (JSON)',
      log: 'Log (NDJSON)',
    },
    filesNote: 'None of them contains anything sealed.',
    log: 'Everything that happened, as numbered entries. Nothing in it is ever changed.',
    names: {
      game: 'Game',
      control: 'Time control',
      format: 'Format',
      rated: 'Ratings',
      start: 'Start',
      rounds: 'Rounds',
      schedule: 'Next round',
      conditions: 'Who may enter',
      checkIn: 'Check-in',
      defaultTime: 'Default time',
      tieBreaks: 'Tie-breaks',
      bye: 'Pairing-allocated bye',
      halfByes: 'Half-point byes',
      draws: 'Draws by agreement',
      decision: 'Appeals',
    },
    schedule: (schedule: Schedule): string =>
      schedule.kind === 'after'
        ? schedule.minutes === 0
          ? 'as soon as all results are final'
          : `${counted(schedule.minutes, 'minute')} after all results are final`
        : schedule.times.map(momentText).join(', '),
    checkIn: (minutes: number | null): string =>
      minutes === null ? 'not required' : `from ${counted(minutes, 'minute')} before the start`,
    defaultTime: (minutes: number, isClockShorter: boolean): string =>
      [
        `${counted(minutes, 'minute')} from the start of the round`,
        isClockShorter
          ? 'the clocks are shorter: players whose time runs out before they come lose as well, and White’s runs from the start'
          : '',
      ]
        .filter(Boolean)
        .join('; '),
    anybody: 'everybody with an account',
    most: (players: number): string => `at most ${counted(players, 'player')}`,
    rating: (from: number | null, to: number | null): string =>
      from !== null && to !== null
        ? `ratings from ${from} to ${to}`
        : from !== null
          ? `ratings of ${from} and above`
          : `ratings up to ${to ?? 0}`,
    byeValue: { win: 'counts as a win', draw: 'counts as a draw' },
    halfByes: (most: number): string => (most === 0 ? 'none' : most === 1 ? 'one per player' : `${most} per player`),
    draws: (turns: number): string => (turns === 0 ? 'at any time' : `after ${counted(turns, 'turn')}`),
    decision: 'within 30 minutes of the ruling',
    roundsAuto: 'depends on the number of players',
    ratedYes: 'games change the ratings when their results are final',
    ratedNo: 'games do not change ratings',
    none: 'none',
  },
  connection: 'No connection: this page may be out of date. Trying again…',
  paired: (round: number): string => `Round ${round} is paired.`,
  pairedYou: 'You are paired: go to your board.',
  hall: {
    title: 'Hall',
    pairings: 'Pairings',
    standings: 'Standings',
    both: 'Alternate',
    print: 'Print',
    printAll: 'Print all rounds',
    full: 'Full screen',
    leave: 'Back to the event',
    page: (page: number, pages: number): string => `${page} of ${pages}`,
    tools: 'What is shown',
    printed: (when: string): string => `As of ${when}`,
    left: (left: string): string => `${left} left`,
    absent: 'absent',
    noPairings: 'The first round is not paired yet.',
  },
  /** On the page of a game. */
  table: {
    of: (round: number, board: number): string => `round ${round}, board ${board}`,
    title: 'Event',
    call: 'Call a director',
    callShort: 'Call',
    callNote: (left: number, minutes: number): string =>
      `Both clocks stop until a director answers, for at most ${minutes} minutes. ${left === 1 ? 'This is your last call in this game.' : 'You can call twice in a game.'} A frivolous call costs 2 minutes.`,
    callText: 'What happened?',
    callHint: 'One sentence is enough.',
    hereDone: 'You are marked as present.',
    starts: (inTime: string): string => `The game starts with the round, ${inTime}.`,
    send: 'Call, and stop the clocks',
    called: 'A director has been called. Both clocks are stopped.',
    keep: 'Play on',
    here: 'I am here',
    youAreOut: 'Your time ran out before you came: you lose the game.',
    theyAreOut: (side: Side, left: string): string =>
      `${colorName[side]}’s time ran out before they came. You win the game in ${left}.`,
    bothAway: (side: Side, left: string): string =>
      `${colorName[side]}’s time ran out before they came. Say that you are here within ${left}, or you lose by forfeit, too.`,
    hereUntil: (left: string): string => `Say that you are here: ${left} left.`,
    stopped: (who: string): string => `${who} has called a director. Both clocks are stopped until the ruling.`,
    stoppedLeft: (left: string): string => `They restart by themselves in ${left}.`,
    toArrange: 'The game has not started yet. Agree on a time with your opponent on the page of the event.',
    appointed: (when: string): string =>
      `The game has not started yet. You play ${when}: say then on the page of the event that you can play.`,
    goesOn: (left: string): string => `The clocks start when both of you are here, in ${left} at the latest.`,
    ruling: 'A director has ruled',
    seal: (name: string): string => `${name} has opened the seal of this game and sees its secrets.`,
    replaced: 'A director has ruled that this game is replayed, with the same colours.',
    toReplay: 'Go to the new game',
    toRulings: 'The ruling',
    appealUntil: (left: string): string => `You can appeal for ${left}.`,
    appeal: 'Appeal',
    noCalls: 'You have called twice.',
  },
  opposite,
};
