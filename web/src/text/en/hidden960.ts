/** Texts of Hidden960, in English. */
import type { Color, Role } from '../../api/types';

const Color: Record<Color, string> = { white: 'White', black: 'Black' };

function list(words: string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export const hidden960 = {
  caption: 'A bishop attacks a hidden square, and its owner must choose at once what stands there.',
  list,
  first: 'Your turn. Move a pawn, or choose what stands on one of your hidden squares: tap it.',
  attackedBy: (square: string, attackers: string[]): string => `${square} is attacked by ${list(attackers)}.`,
  attacker: (role: Role, square: string): string => `the ${role} on ${square}`,
  mustReveal: (sentences: string[]): string => `Your ${list(sentences)} Choose what stands there.`,
  mustRevealBoth: (threat: string, squares: string[]): string =>
    `Your ${threat} Your last two men are chosen together: ${list(squares)}.`,
  otherMust: (who: Color, threat: string): string =>
    `${Color[who]}’s ${threat} ${Color[who]} must first choose what stands there.`,
  goesOn: (who: Color): string => ` Then ${Color[who]} goes on.`,
  choose: (square: string): string => `What stands on ${square}?`,
  chooseBoth: 'The last two are chosen together.',
  pair: (parts: { square: string; role: Role }[]): string =>
    parts.map(part => `${part.square} ${part.role}`).join(', '),
  place: (role: Role): string => `The ${role} is chosen. On which hidden square does it stand?`,
  canReveal: 'hidden, can be chosen',
  hidden: (color: Color): string => `${color} hidden chessman`,
  mustBeChosen: 'attacked, must be chosen',
  unreveal: 'Unreveal',
  unrevealTip: (squares: string[]): string =>
    squares.length ? `Hide ${list(squares)} again` : 'Nothing to hide again',
  pool: (who: Color): string => `${Color[who]} still has to place`,
  poolEmpty: 'all placed',
  poolMan: (role: Role, count: number): string => (count > 1 ? `${role}, ${count} left` : role),
  castling: 'Castling',
  castlingNone: 'none in sight',
  castlingOpen: 'not known yet',
  castlingEntry: (name: string, king: string, rook: string, now: boolean): string =>
    `${name}, king ${king} and rook ${rook}${now ? ', possible now' : ', not now'}`,
  says: {
    reveal: (color: Color, parts: { square: string; role: string }[]): string =>
      `${Color[color]} chooses: ${list(parts.map(part => `${part.role} on ${part.square}`))}.`,
    unreveal: (color: Color): string => `${Color[color]} hides the last choice again.`,
  },
};
