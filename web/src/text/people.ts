/** The English texts of the pages about people and finished games. */
import type { Color, EndReason, SpeedName } from '../api/types';
import { colorName } from './words';

const speedName: Record<SpeedName, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  classical: 'Classical',
  correspondence: 'Correspondence',
};

export const reasonName: Record<EndReason, string> = {
  checkmate: 'checkmate',
  grammar: 'broken grammar',
  dominance: 'dominance',
  resignation: 'resignation',
  time: 'timeout',
  adjudication: 'a ruling',
  stalemate: 'stalemate',
  repetition: 'repetition',
  'fifty-moves': 'the fifty-move rule',
  'insufficient-material': 'insufficient material',
  agreement: 'agreement',
  left: 'a player leaving',
  forfeit: 'forfeit',
  aborted: 'aborting',
};

/** The end of a game in a few words: `White won by checkmate`, `Black won on time`, `Draw by agreement`. */
export function resultText(winner: Color | null, reason: EndReason): string {
  if (reason === 'aborted') return 'Aborted';
  if (winner === null) {
    if (reason === 'time') return 'Draw: time ran out';
    if (reason === 'left') return 'Draw: a player left the game';
    return reason === 'forfeit' ? 'Both lost by forfeit' : `Draw by ${reasonName[reason]}`;
  }
  const won = `${colorName[winner]} won`;
  if (reason === 'time') return `${won} on time`;
  if (reason === 'left') return `${won}: ${colorName[winner === 'white' ? 'black' : 'white']} left the game`;
  return `${won} by ${reasonName[reason]}`;
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

export const people = {
  speed: speedName,
  reason: reasonName,
  result: resultText,
  games: (number: number): string => count(number, 'game', 'games'),
  archive: {
    title: 'Finished games',
    lead: 'Every finished game between players, and against the computer. All of them can be replayed and analysed.',
    search: 'Search',
    reset: 'All games',
    player: 'Player',
    opponent: 'Opponent',
    color: 'Colour',
    anyColor: 'Either colour',
    game: 'Game',
    anyGame: 'All games',
    result: 'Result',
    anyResult: 'Any result',
    results: { white: 'White won', black: 'Black won', draw: 'Draw', win: 'The player won', loss: 'The player lost' },
    reason: 'Ended by',
    anyReason: 'Anything',
    kind: 'Kind',
    anyKind: 'All kinds',
    kinds: { rated: 'Rated', casual: 'Unrated', engine: 'Against the computer', people: 'Between players' },
    from: 'From',
    until: 'Until',
    length: 'Moves, at least',
    atMost: 'Moves, at most',
    opening: 'Begins with',
    openingNote:
      'Up to eight moves, separated by spaces, written as in a game or as the opening explorer has them. Choose the game, too.',
    gameMissing: 'Choose the game for this opening.',
    noChoice: (value: string): string => `There is no “${value}” here. Choose from the list.`,
    start: 'Starting position, 0 to 959',
    none: 'No finished games match. Remove a filter, or look at all games.',
    noneYet: 'No game has been finished here yet. Be the first.',
    noneSoFar: 'No matching games so far.',
    more: 'Show more games',
    further: 'Search earlier games',
    download: 'Download these games',
    pgn: 'PGN',
    ndjson: 'NDJSON',
    line: (plies: number): string => count(Math.ceil(plies / 2), 'move', 'moves'),
    rated: 'rated',
    versus: 'against',
  },
  opening: {
    title: 'Opening explorer',
    lead: 'What was played in finished games, and with what results.',
    action: 'Action',
    played: 'Games',
    white: 'White won',
    draws: 'Drawn',
    black: 'Black won',
    rating: 'Rating',
    start: 'Start',
    none: 'No finished game has this opening.',
    ended: 'No game continued from here.',
    deep: 'Only the first eight actions of a game are counted.',
    back: 'One action back',
    games: 'Games with this opening',
    percent: (part: number, all: number): string => `${Math.round((100 * part) / Math.max(1, all))} %`,
    average: (rating: number | null): string => (rating === null ? '–' : String(rating)),
    last: 'Last games',
    results: (white: number, draws: number, black: number): string =>
      `White won ${white}, drawn ${draws}, Black won ${black}`,
  },
  profile: {
    since: (day: string): string => `Member since ${day}`,
    unknown: 'No such player',
    unknownText: 'There is no account with this name. Guests have no profile.',
    ratings: 'Ratings',
    noRatings: 'No rated games yet.',
    provisional: 'provisional',
    history: (pool: string): string => `Rating history: ${pool}`,
    graph: (games: number, first: number, last: number, least: number, most: number): string =>
      `${count(games, 'rated game', 'rated games')}: from ${first} to ${last}, between ${least} and ${most}.`,
    asTable: 'As a list',
    date: 'Date',
    opponent: 'Opponent',
    score: 'Result',
    rating: 'Rating',
    scores: (score: number): string => (score === 1 ? 'won' : score === 0 ? 'lost' : 'drawn'),
    record: 'Record',
    noRecord: 'No finished games yet.',
    byReason: 'How games ended',
    byOpponent: 'Most frequent opponents',
    won: 'Won',
    drawn: 'Drawn',
    lost: 'Lost',
    ended: 'Ended by',
    all: 'All',
    games: 'Games',
    events: 'Events',
    noEvents: 'No events yet.',
    own: 'Your account',
  },
  leaderboard: {
    title: 'Leaderboard',
    lead: 'Players with an established rating and a rated game within the last 30 days.',
    game: 'Game',
    speed: 'Speed',
    place: 'Place',
    player: 'Player',
    rating: 'Rating',
    played: 'Games',
    none: 'Nobody is ranked here yet: that takes an established rating and a game within 30 days.',
    play: 'Find an opponent',
    own: (place: number, all: number): string => `You are ranked ${place} of ${all}.`,
    noPlace: 'You are not ranked here yet. Play rated games at this speed.',
  },
  finder: {
    label: 'Find a player',
    hint: 'First letters of a name',
    none: 'No matching players.',
    found: (number: number): string => count(number, 'player found', 'players found'),
  },
  menu: { title: 'Main', events: 'Events', archive: 'Games', leaderboard: 'Leaderboard' },
};
