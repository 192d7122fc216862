/** Texts of Hidden960. */
import type { Color, Role } from '../../api/types';
import { colorName, listed } from '../../text/words';

export const text = {
  caption: 'A bishop attacks a hidden square, and its owner must choose at once what stands there.',
  first: (onlyPawns: boolean): string =>
    `Your turn. Move a ${onlyPawns ? 'pawn' : 'piece'}, or tap one of your hidden squares to choose what stands there.`,
  attackedBy: (square: string, attackers: string[]): string => `${square} is attacked by ${listed(attackers)}.`,
  attacker: (role: Role, square: string): string => `the ${role} on ${square}`,
  mustReveal: (threats: string): string => `Your ${threats} Choose what stands there.`,
  mustRevealBoth: (threats: string, squares: string[]): string =>
    `Your ${threats} Your last two pieces are chosen together: ${listed(squares)}.`,
  otherMust: (who: Color, threats: string): string =>
    `${colorName[who]}’s ${threats} ${colorName[who]} must first choose what stands there.`,
  goesOn: (who: Color): string => ` Then ${colorName[who]} continues.`,
  choose: (square: string): string => `What stands on ${square}?`,
  chooseBoth: 'The last two are chosen together.',
  pair: (parts: { square: string; role: Role }[]): string =>
    parts.map(part => `${part.square} ${part.role}`).join(', '),
  place: (role: Role): string => `Choose a hidden square for the ${role}.`,
  mustBeChosen: 'attacked, must be chosen',
  unreveal: 'Unreveal',
  unrevealTip: (squares: string[]): string => (squares.length ? `Hide ${listed(squares)} again` : 'No reveal to undo'),
  pool: (who: Color): string => `${colorName[who]}’s pool`,
  poolEmpty: 'all placed',
  poolPiece: (role: Role, count: number): string => (count > 1 ? `${role}, ${count} left` : role),
  rulesOf: 'What the pool shows',
  rules: [
    ['Pool', 'The pieces that a side still has to place on its hidden squares. A framed one can be placed now.'],
    [
      'Reveal',
      'You may choose what stands on a hidden square at any time of your turn; that does not end it. A square that is attacked must be chosen at once, even out of turn.',
    ],
    ['Unreveal', 'Hides your last free choice of this turn again. A choice that was forced stands.'],
    [
      'Castling',
      'The castling rights left to the revealed kings and rooks, each with its colour; ✓ marks those that can be used now.',
    ],
  ] as const,
  castling: 'Castling',
  castlingNone: 'none possible',
  castlingOpen: 'not known yet',
  castlingEntry: (name: string, king: string, rook: string, now: boolean): string =>
    `${name}, king ${king} and rook ${rook}${now ? ', possible now' : ', not now'}`,
  told: {
    reveals: (color: Color, parts: { square: string; role: string }[]): string =>
      `${colorName[color]} revealed ${listed(parts.map(part => `a ${part.role} on ${part.square}`))}.`,
    unreveals: (color: Color): string => `${colorName[color]} took back the last reveal.`,
  },
  says: {
    reveal: (color: Color, parts: { square: string; role: string }[]): string =>
      `${colorName[color]} reveals: ${listed(parts.map(part => `${part.role} on ${part.square}`))}.`,
    unreveal: (color: Color): string => `${colorName[color]} takes back the last reveal.`,
  },
};
