/** Texts of Hyperspace Chess, in English. */
import type { Color, Role } from '../../api/types';

const turns = (count: number): string => (count === 1 ? '1 turn' : `${count} turns`);
const Color: Record<Color, string> = { white: 'White', black: 'Black' };

export const hyperspace = {
  caption: 'A knight leaves the board; three turns later it returns on a square that only its owner knew.',
  board: 'Departure board',
  now: 'now',
  first: 'Your turn. Move, or take a piece up and choose on the departure board when it returns.',
  send: (role: Role, from: string): string => `The ${role} on ${from} can leave. Choose the turn of its return.`,
  chooseDelay: (role: Role, from: string): string =>
    `The ${role} leaves ${from}. When will it return? Choose on the departure board.`,
  chooseSquare: (role: Role, from: string, delay: number, secret: boolean): string =>
    `The ${role} leaves ${from} for ${turns(delay)}. Where will it return? ${secret ? 'Only you will know.' : 'Choose a square.'}`,
  ahead: (from: string, delay: number, square: string): string => `${from}–${square} after ${turns(delay)}`,
  cell: (number: number, delay: number): string => `Return on turn ${number}: away for ${turns(delay)}`,
  card: (color: Color, role: Role, turn: number, square: string | null): string =>
    `${Color[color]} ${role}, returns on turn ${turn}${square ? `, to ${square}` : ', square unknown'}`,
  ghost: (color: Color, role: Role, count: number): string => `${color} ${role} returns here in ${turns(count)}`,
  ghostNow: (color: Color, role: Role): string => `${color} ${role} returns here at the end of this turn`,
  collisionTitle: (role: Role, square: string): string =>
    `Your ${role} returns to ${square}, where your own man stands. Who stays?`,
  collisionGeneric: 'A returning piece meets one of your own. Who stays?',
  staysReturning: 'The returning one',
  staysOccupant: 'The one that stands there',
  returnOnly: 'No other move is legal: this turn your piece only returns.',
  gone: (color: Color, role: Role): string => `${Color[color]}’s ${role} was due and is gone.`,
  doReturn: 'Let it return',
  returning: (pieces: string): string => `At the end of this turn: ${pieces}.`,
  returnsTo: (role: Role, square: string): string => `your ${role} returns to ${square}`,
  conflictOwn: 'Two of your pieces return on one turn. Choose another turn, cancel the departure, or leave it so.',
  conflictOther: (who: string): string => `${who} has sent two pieces to the same turn and may still change that.`,
  cancel: 'Cancel the departure',
  withdrawn: (square: string): string => `The departure from ${square} is cancelled. Make another move.`,
  pick: 'Send the piece away (h)',
  commitments: 'Commitments',
  commitmentsNote:
    'Each is a sealed note of one secret square. Copy them now; after the game anyone can check that no square was changed.',
  copyAll: 'Copy all',
  says: {
    leaves: (color: Color, role: string, from: string, delay: number, square: string | null): string =>
      `${Color[color]}: the ${role} leaves ${from} for ${turns(delay)}${square ? `, to return on ${square}` : ''}.`,
    returns: (role: Role, square: string | null): string =>
      square ? ` A ${role} returns to ${square}.` : ` A ${role} was due and is gone.`,
    returnOnly: (color: Color): string => `${Color[color]}: only the return.`,
  },
  verify: {
    title: 'Every secret square beside its commitment',
    lead: 'When a piece left, the referee published a commitment: a salted hash of the game, the piece, the turn and the square. Now square and salt are open, and your browser can check that they fit.',
    good: 'fits',
    bad: 'does not fit',
    none: 'Nobody left the board in this game.',
    allGood: 'All commitments fit: no square was changed.',
    someBad: 'Some commitments do not fit.',
    notYet: 'The secrets are published when the game is over.',
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
