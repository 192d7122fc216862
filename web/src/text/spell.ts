/** Notation as words, for screen readers: `Nbd2+` is "knight b d 2, check". */
const MEN: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

const WORDS: [RegExp, string][] = [
  [/O-O-O/g, ' castles queenside '],
  [/O-O/g, ' castles kingside '],
  [/\+\+|#/g, ', checkmate '],
  [/\+/g, ', check '],
  [/x/g, ' takes '],
];

/** Spells out standard algebraic notation. Games put their own words around it. */
export function spell(notation: string): string {
  let text = notation;
  for (const [pattern, words] of WORDS) text = text.replace(pattern, words);
  text = text
    .replace(/=([KQRBN])/g, (_, piece: string) => ` becomes a ${MEN[piece]} `)
    .replace(/\b([KQRBNP])(?=[a-h1-8 ]|$)/g, (_, piece: string) => `${MEN[piece]} `)
    .replace(/([a-h])([1-8])/g, ' $1$2 ');
  return text.replace(/\s+/g, ' ').replace(/ ,/g, ',').trim();
}
