/** Texts of DMChess. */
import type { Color, Role } from '../../api/types';
import { colorName, counted, listed } from '../../text/words';

const turns = (plies: number): string => counted(Math.ceil(plies / 2), 'turn');
const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
const moves = (plies: number): string => counted(plies, 'move');
const squares = (count: number): string => counted(count, 'square');

export const text = {
  caption:
    'A knight leaves the first board by the portal on a3, comes out on the second, and goes on to b5 in the same move. From there it captures on c7.',
  cube: 'The eight boards',
  dimension: (number: number): string => `Dimension ${number}`,
  short: (number: number): string => `D${number}`,
  place: (dimension: number, square: string): string => `D${dimension} ${square}`,
  clusters: ['Primary', 'Secondary', 'Tertiary'],
  cluster: 'cluster',
  open: (number: number, facts: readonly string[]): string => [`D${number}, open this board`, ...facts].join(', '),
  facts: {
    kings: (white: number, black: number): string =>
      white + black === 0 ? 'no kings' : `${white} white and ${black} black ${white + black === 1 ? 'king' : 'kings'}`,
    check: (color: Color, count: number): string =>
      `${count === 1 ? `a ${color} king` : `${count} ${color} kings`} in check`,
    controlled: (color: Color): string => `controlled by ${colorName[color]}`,
    reachable: (count: number): string => `${squares(count)} in reach`,
    imbalance: (value: number): string => `imbalance ${signed(value)}`,
    inFocus: 'in focus',
  },
  kingTip: (color: Color, count: number, check: number): string =>
    `${colorName[color]}: ${counted(count, 'king')}${check ? `, ${check} in check` : ''}`,
  prompt: {
    picked: (role: Role, place: string, level: number, count: number, boards: readonly string[]): string =>
      `The ${role} on ${place} has energy ${level} and reaches ${squares(count)} on ${boards.length > 3 ? `${boards.length} boards` : listed(boards)}.`,
    stuck: (role: Role, place: string): string => `The ${role} on ${place} has no legal move.`,
    promotion: 'Choose what it becomes.',
    dominance: (color: Color, count: number, left: number): string =>
      left === 0
        ? `${colorName[color]} has controlled ${count} dimensions for a full turn.`
        : `${colorName[color]} controls ${count} dimensions and wins in ${moves(left)} unless that changes.`,
    allAttacked: (count: number): string =>
      count === 1 ? 'Your last king is attacked: save it.' : `All your ${count} kings are attacked: save one.`,
    attacked: (places: readonly string[], left: number): string =>
      places.length === 1
        ? `Your king on ${listed(places)} is attacked. You have ${left} more and may leave it.`
        : `Your kings on ${listed(places)} are attacked. You have ${left} more and may leave them.`,
    shift: (left: number): string =>
      left === 1
        ? 'The portals shift after this move. Dashed rings show where they will be.'
        : 'The portals shift after Black’s move. Dashed rings show where they will be.',
    place: (count: number): string =>
      count === 8
        ? 'All eight kings are placed. Confirm, or tap one to take it back.'
        : `Place your kings in secret: ${count} of 8. Tap a lit square on any board.`,
    placedWaiting: 'Your kings are placed. They are shown once your opponent has placed theirs.',
    waitingForPlacing: (color: Color): string => `${colorName[color]} is placing kings in secret.`,
  },
  label: {
    energy: (level: number): string => `energy ${level}`,
    portal: (reach: number): string => `portal, reach ${reach}`,
    coming: (reach: number): string => `portal after the shift, reach ${reach}`,
    charged: 'energy square, charged',
    charging: (left: number): string => `energy square, recharged in ${moves(left)}`,
    inCheck: 'attacked',
    displaced: (to: string): string => `displaced to ${to} by the shift`,
    king: 'your king',
  },
  instrument: 'Cube',
  balance: 'Imbalance',
  balanceTip:
    'Each piece’s energy minus the number of its board, added up for the whole board. From move 17 on no move may push it beyond ±8, or further beyond.',
  law: (binds: boolean, left: number): string =>
    binds ? 'The law binds: no imbalance may grow beyond ±8.' : `The law binds in ${turns(left)}, from move 17.`,
  shift: (left: number): string => `Portals shift in ${turns(left)}`,
  shiftNow: (left: number): string =>
    left === 1 ? 'Portals shift after this move' : 'Portals shift after Black’s move',
  control: (white: number, black: number): string =>
    `Dimensions controlled: White ${white}, Black ${black}. Hold five for a full turn to win.`,
  controlShort: 'Control',
  controlAim: '5 to win',
  signed,
  rulesOf: 'What the cube shows',
  rules: [
    [
      'Portal',
      'A ring with a number: it leads to the same square on boards up to that many away. The piece needs at least as much energy as the boards are apart.',
    ],
    [
      'Energy',
      'The digit beside a piece: at first the number of its board. It gains one for a capture, and for ending a move on a charged energy square (a yellow diamond), up to 8.',
    ],
    [
      'Shift',
      'After every eighth move of Black the portals of ranks 3 to 6 slide one file towards h. Dashed rings show the coming ones a turn before.',
    ],
    [
      'Control',
      'A board is yours if you have a king there and the other side has none. Hold five for a full turn to win.',
    ],
    ['Imbalance', 'Each piece’s energy minus the number of its board, added up for the whole board.'],
    ['The law', 'From move 17 on it binds: no move may push the imbalance of a board beyond ±8, or further beyond.'],
    [
      'Cluster',
      'Boards drawn together: D1 to D3, D4 to D6, D7 and D8. Boards with neighbouring numbers are one portal step apart.',
    ],
  ] as const,
  legend: { portal: 'portal and reach', energy: 'energy square', level: 'energy of a piece' },
  stay: (role: Role): string => `stay a ${role}`,
  promote: (place: string): string => `The piece reaches ${place}. Choose what it becomes.`,
  placing: {
    home: 'All at home',
    clear: 'Clear',
    confirm: (count: number): string => `Confirm the kings (${count} of 8)`,
  },
  move: (role: string, from: string, to: string): string => `${role} from ${from} to ${to}`,
  told: {
    goes: (who: string, from: string, isAcross: boolean, to: string): string =>
      `${who} went from ${from} ${isAcross ? 'through a portal ' : ''}to ${to}`,
    takes: (who: string, from: string, isAcross: boolean, victim: string, to: string): string =>
      `${who} came from ${from} ${isAcross ? 'through a portal ' : ''}and took the ${victim} on ${to}`,
    castles: (color: Color, from: string, to: string): string =>
      `${colorName[color]} castled: the king on ${from} with the rook on ${to}`,
    places: (color: Color): string => `${colorName[color]} placed the kings.`,
  },
  castles: (from: string, to: string): string => `king on ${from} castles with the rook on ${to}`,
  becomes: (role: Role): string => `becomes a ${role}`,
  kingsPlaced: 'places the kings',
  check: 'check',
  mate: 'checkmate',
};
