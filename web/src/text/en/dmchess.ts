/** Texts of DMChess, in English. */
import type { Color, Role } from '../../api/types';

const colors: Record<Color, string> = { white: 'White', black: 'Black' };
const turns = (plies: number): string => {
  const count = Math.ceil(plies / 2);
  return count === 1 ? '1 turn' : `${count} turns`;
};
const plies = (count: number): string => (count === 1 ? '1 move' : `${count} moves`);
const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;

export const dmchess = {
  cube: 'The eight boards',
  dimension: (number: number): string => `Dimension ${number}`,
  short: (number: number): string => `D${number}`,
  place: (dimension: number, square: string): string => `D${dimension} ${square}`,
  clusters: ['Primary', 'Secondary', 'Tertiary'],
  cluster: 'cluster',
  open: (number: number, facts: readonly string[]): string => [`Open dimension ${number}`, ...facts].join(', '),
  facts: {
    kings: (white: number, black: number): string =>
      white + black === 0 ? 'no kings' : `${white} white and ${black} black ${white + black === 1 ? 'king' : 'kings'}`,
    check: (color: Color, count: number): string =>
      `${count === 1 ? `a ${colors[color].toLowerCase()} king` : `${count} ${colors[color].toLowerCase()} kings`} in check`,
    controlled: (color: Color): string => `${colors[color]} controls it`,
    reachable: (count: number): string => `${count} ${count === 1 ? 'square' : 'squares'} in reach`,
    imbalance: (value: number): string =>
      `imbalance ${value > 0 ? `plus ${value}` : value < 0 ? `minus ${-value}` : '0'}`,
    inFocus: 'in focus',
  },
  kingTip: (color: Color, count: number, check: number): string =>
    `${colors[color]}: ${count} ${count === 1 ? 'king' : 'kings'}${check ? `, ${check} in check` : ''}`,
  prompt: {
    picked: (role: Role, place: string, level: number, count: number, boards: readonly string[]): string =>
      `The ${role} on ${place} has energy ${level}: ${count} ${count === 1 ? 'square' : 'squares'} on ${boards.length > 3 ? `${boards.length} boards` : list(boards)}.`,
    stuck: (role: Role, place: string): string => `The ${role} on ${place} cannot move now.`,
    promotion: 'What does it become?',
    dominance: (color: Color, count: number, left: number): string =>
      left === 0
        ? `${colors[color]} has controlled ${count} dimensions for a full turn.`
        : `${colors[color]} controls ${count} dimensions and wins in ${plies(left)} unless that changes.`,
    allAttacked: (count: number): string =>
      count === 1 ? 'Your last king is attacked: save it.' : `All your ${count} kings are attacked: save one.`,
    attacked: (places: readonly string[], left: number): string =>
      places.length === 1
        ? `Your king on ${list(places)} is attacked. You have ${left} more and may leave it.`
        : `Your kings on ${list(places)} are attacked. You have ${left} more and may leave them.`,
    shift: (left: number): string =>
      left === 1
        ? 'The portals shift after this move. Dashed rings show where they will be.'
        : 'The portals shift after Black’s move. Dashed rings show where they will be.',
    place: (count: number): string =>
      count === 8
        ? 'All eight kings stand. Confirm, or tap one to take it back.'
        : `Place your kings in secret: ${count} of 8. Tap a lit square, on any board.`,
    placedWaiting: 'Your kings stand. They are shown when your opponent has placed too.',
    waitingForPlacing: (color: Color): string => `${colors[color]} places the kings in secret.`,
  },
  label: {
    energy: (level: number): string => `energy ${level}`,
    portal: (reach: number): string => `portal, reaches ${reach}`,
    coming: (reach: number): string => `portal after the shift, reaches ${reach}`,
    charged: 'energy square, charged',
    charging: (left: number): string => `energy square, charged again in ${plies(left)}`,
    inCheck: 'attacked',
    displaced: (to: string): string => `must make way to ${to} at the shift`,
    king: 'your king',
  },
  instrument: 'The cube',
  balance: 'Imbalance',
  balanceTip: 'Energy of the men on a dimension against its own. Beyond 8 either way a move may not take it further.',
  law: (binds: boolean, left: number): string =>
    binds ? 'The law binds: no dimension further beyond 8.' : `The law binds in ${turns(left)}, from move 17.`,
  shift: (left: number): string => `Portals shift in ${turns(left)}`,
  shiftNow: (left: number): string =>
    left === 1 ? 'Portals shift after this move' : 'Portals shift after Black’s move',
  control: (white: number, black: number): string =>
    `Dimensions controlled: White ${white}, Black ${black}. Five for a full turn win.`,
  controlShort: 'Control',
  controlAim: '5 win',
  signed: (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'),
  legend: { portal: 'portal and reach', energy: 'energy square', level: 'energy of a man' },
  stay: (role: Role): string => `stay a ${role}`,
  promote: (place: string): string => `The man reaches ${place}. What does it become?`,
  placing: {
    home: 'All at home',
    clear: 'Clear',
    confirm: 'Confirm the kings',
    confirmCount: (count: number): string => `Confirm the kings (${count} of 8)`,
  },
  move: (role: string, from: string, to: string): string => `${role} from ${from} to ${to}`,
  castles: (from: string, to: string): string => `king on ${from} castles with the rook on ${to}`,
  becomes: (role: Role): string => `becomes a ${role}`,
  kingsPlaced: 'places the kings',
  check: 'check',
  mate: 'checkmate',
};
