/** Texts of Hyperspace Chess. */
import type { Color, Role } from '../../api/types';
import { colorName, counted } from '../../text/words';

/** `left` is in full turns away, counted as in a departure. */
const back = (left: number): string =>
  left > 0 ? `still away for ${turns(left)}` : 'returns at the end of its player’s turn';
const shade = (square: string): string => ((square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? 'dark' : 'light');
const turns = (count: number): string => counted(count, 'turn');

export const text = {
  caption: 'A knight leaves the board; three turns later it returns to a square that only its owner knew.',
  board: 'Departure board',
  now: 'now',
  first: 'Your turn. Make a move, or select a piece and choose on the departure board when it returns.',
  send: (role: Role, from: string): string => `The ${role} on ${from} can leave. Choose the turn of its return.`,
  chooseDelay: (role: Role, from: string): string =>
    `The ${role} leaves ${from}. When does it return? Choose on the departure board.`,
  chooseSquare: (role: Role, from: string, delay: number, secret: boolean): string =>
    `The ${role} leaves ${from} for ${turns(delay)}. Where does it return? ${secret ? 'Only you will know.' : 'Choose a square.'}`,
  cannotReturn: (role: Role, from: string, square: string): string =>
    role === 'bishop' && shade(from) !== shade(square)
      ? `A bishop from ${from} must return on a ${shade(from)} square, and ${square} is ${shade(square)}. Choose another.`
      : `The ${role} cannot return to ${square}. Choose another square.`,
  premove: (from: string, delay: number, square: string): string => `${from}–${square} after ${turns(delay)}`,
  cell: (delay: number): string => `Away for ${turns(delay)}`,
  card: (color: Color, role: Role, left: number, square: string | null): string =>
    `${colorName[color]} ${role}, ${back(left)}${square ? `, to ${square}` : ', square unknown'}`,
  ghost: (color: Color, role: Role, left: number): string => `${color} ${role}, ${back(left)}, to this square`,
  collisionTitle: (role: Role, square: string): string =>
    `Your ${role} returns to ${square}, where one of your own pieces stands. Which one stays?`,
  staysReturning: 'The returning piece',
  staysOccupant: 'The piece on the square',
  returnOnly: 'You have no other legal move: this turn your piece only returns.',
  gone: (color: Color, role: Role): string => `${colorName[color]}’s ${role} was due back and is lost.`,
  doReturn: 'Return',
  returning: (pieces: string): string => `At the end of this turn: ${pieces}.`,
  returnsTo: (role: Role, square: string): string => `your ${role} returns to ${square}`,
  conflictOwn:
    'Two of your pieces return on the same turn. Choose another turn, cancel the departure, or leave it as it is.',
  conflictOther: (who: string): string => `${who} has two pieces returning on the same turn and may still change that.`,
  cancel: 'Cancel departure',
  withdrawn: (square: string): string => `The departure from ${square} is cancelled. Make another move.`,
  pick: 'Send away (h)',
  commitments: 'Commitments',
  commitmentsNote:
    'Each commitment seals one secret square. Copy them now; after the game anyone can check that no square was changed.',
  copyAll: 'Copy all',
  rulesOf: 'What the departure board shows',
  rules: [
    ['now', 'Each column is a turn, starting with this one. A piece stands on the turn at whose end it returns.'],
    [
      '1 2 3',
      'A piece that leaves for 2 turns is away for two full turns of its player and returns at the end of the one after. Only one piece of a side may return on a turn. The number on a ghost says how many turns are left.',
    ],
    ['?', 'Only its player knows the square to which it returns.'],
    ['□ ■', 'A bishop returns on a square of the colour that it left: light or dark. Nothing else is known of it.'],
    [
      'Taken squares',
      'If an enemy piece or your own king stands there, the returning piece is lost. If another piece of yours does, you choose which one stays.',
    ],
    ['Commitments', 'A seal on each secret square. After the game anyone can check that none was changed.'],
  ] as const,
  told: {
    leaves: (color: Color, who: string, from: string, delay: number, square: string | null): string =>
      `${who} left ${from} for ${turns(delay)}, to return to ${square ?? `a square that only ${colorName[color]} knows`}`,
    returns: (role: Role, square: string | null): string =>
      square ? `, and a ${role} returned to ${square}` : `, and a ${role} was due back and is lost`,
    returnsOnly: (color: Color): string => `${colorName[color]} could make no move`,
    amends: (color: Color, delay: number): string =>
      `${colorName[color]} chose another turn for the return: away for ${turns(delay)}`,
    cancels: (color: Color): string => `${colorName[color]} cancelled the departure`,
  },
  says: {
    leaves: (color: Color, role: string, from: string, delay: number, square: string | null): string =>
      `${colorName[color]}: the ${role} leaves ${from} for ${turns(delay)}${square ? `, to return to ${square}` : ''}.`,
    returns: (role: Role, square: string | null): string =>
      square ? ` A ${role} returns to ${square}.` : ` A ${role} was due back and is lost.`,
    returnOnly: (color: Color): string => `${colorName[color]} cannot move.`,
  },
  verify: {
    title: 'Secret squares and their commitments',
    lead: 'When a piece left, the referee published a commitment: a salted hash of the game, the piece, the turn and the square. Now the squares and salts are public, and your browser can check that they match.',
    good: 'matches',
    bad: 'does not match',
    none: 'No piece left the board in this game.',
    allGood: 'All commitments match: no square was changed.',
    someBad: 'Some commitments do not match.',
    piece: 'Piece',
    left: 'Left',
    square: 'Square',
    salt: 'Salt',
    commitment: 'Commitment',
    verdict: 'Verdict',
    toGame: 'Back to the game',
    checkedHere: 'Checked in this browser.',
  },
};
