/** Words and phrases that the texts of all games share. */
import type { Color, DeclineReason, Role } from '../api/types';

export const colorName: Record<Color, string> = { white: 'White', black: 'Black' };

export const roleName: Record<Role, string> = {
  pawn: 'pawn',
  knight: 'knight',
  bishop: 'bishop',
  rook: 'rook',
  queen: 'queen',
  king: 'king',
};

/** What a player says when declining a challenge. */
export const declineReason: Record<DeclineReason, string> = {
  generic: '',
  later: 'Not now, perhaps later.',
  'too-fast': 'That is too fast for me.',
  'too-slow': 'That is too slow for me.',
  'rated-please': 'Rated, please.',
  'casual-please': 'Unrated, please.',
  'other-game': 'Another game, please.',
  'no-bots': 'I do not play bots.',
};

/** The letter of a piece in notation. */
export const roleLetter: Record<Role, string> = {
  pawn: 'P',
  knight: 'N',
  bishop: 'B',
  rook: 'R',
  queen: 'Q',
  king: 'K',
};

/** The piece that a letter of notation names, in either case. */
export function roleOf(letter: string): Role | undefined {
  return (Object.keys(roleLetter) as Role[]).find(role => roleLetter[role] === letter.toUpperCase());
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `1 turn`, `3 turns`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A time control: minutes, seconds added for each move, and a delay in seconds: `5+3`, `¾+1`, `0:50+0`. */
export function clockName(seconds: number, increment = 0, delay = 0): string {
  return `${minutesText(seconds)}+${increment}${delay ? ` (delay ${delay})` : ''}`;
}

/** Minutes as chess players write them; values without a short form are written as minutes and seconds. */
function minutesText(seconds: number): string {
  const fraction = { 15: '¼', 30: '½', 45: '¾' }[seconds];
  if (fraction) return fraction;
  if (Number.isInteger(seconds / 6)) return String(seconds / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** With a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
