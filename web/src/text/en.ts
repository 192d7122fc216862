/** The catalogue of texts, in English. Sentences say what is so and what one can do. */
import type { Color, GameId, Role } from '../api/types';
import { dmchess } from './en/dmchess';
import { hidden960 } from './en/hidden960';
import { hyperspace } from './en/hyperspace';
import { learn } from './en/learn';
import { timeTraveler } from './en/time_traveler';

const color: Record<Color, string> = { white: 'White', black: 'Black' };
const role: Record<Role, string> = {
  pawn: 'pawn',
  knight: 'knight',
  bishop: 'bishop',
  rook: 'rook',
  queen: 'queen',
  king: 'king',
};
const letter: Record<Role, string> = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' };

export const en = {
  color,
  role,
  letter,
  game: {
    hyperspace: 'Hyperspace Chess',
    'time-traveler': 'Time Traveler’s Chess',
    hidden960: 'Hidden960',
    dmchess: 'DMChess',
  } satisfies Record<GameId, string>,
  man: (whose: Color, what: Role | 'hidden'): string =>
    what === 'hidden' ? `${color[whose].toLowerCase()} hidden chessman` : `${color[whose].toLowerCase()} ${role[what]}`,
  board: {
    title: 'Board',
    canChoose: 'can be chosen',
    takenUp: 'taken up',
    canMove: 'can move',
    promote: (square: string): string => `The pawn reaches ${square}. What does it become?`,
  },
  hyperspace,
  timeTraveler,
  hidden960,
  dmchess,
  learn,
};
