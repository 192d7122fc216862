/** Texts of Time Traveler's Chess, in English. */
import type { Color, Role } from '../../api/types';

const colors: Record<Color, string> = { white: 'White', black: 'Black' };

const article = (role: Role): string => `a ${role}`;

const list = (squares: readonly string[]): string =>
  squares.length < 2 ? squares.join('') : `${squares.slice(0, -1).join(', ')} and ${squares[squares.length - 1]}`;

const moves = (count: number): string => (count === 1 ? '1 move' : `${count} moves`);

export const timeTraveler = {
  boardTitle: 'Board. Tap an empty square to explode there.',
  loom: 'The loom',
  loomOf: (color: Color): string => `Histories of ${colors[color]}`,
  side: {
    none: 'nobody travels',
    open: (count: number): string => (count === 1 ? '1 open thread' : `${count} open threads`),
    resolved: 'all threads closed',
    noKing: 'no king left',
    broken: 'grammar broken',
  },
  explode: 'Explode',
  explodeAs: (role: Role, squares: number): string =>
    squares === 0
      ? `Explode ${article(role)}: not possible now`
      : `Explode ${article(role)}: possible on ${squares} ${squares === 1 ? 'square' : 'squares'}`,
  unspent: (count: number): string =>
    count === 1 ? '1 man has not paid for an explosion yet' : `${count} men have not paid for an explosion yet`,
  chooseRole: (square: string): string => `What explodes on ${square}?`,
  prompt: {
    role: (role: Role): string =>
      `${article(role)[0]?.toUpperCase()}${article(role).slice(1)} will come out of the future. Choose the square where it appears.`,
    hover: (role: Role, square: string, supports: readonly string[]): string =>
      supports.length === 0 ? `A ${role} on ${square}.` : `A ${role} on ${square}, supported by ${list(supports)}.`,
    target: (role: Role, square: string, supports: readonly string[]): string =>
      supports.length === 0
        ? `The ${role} appears on ${square}. Where does its traveled self go?`
        : `The ${role} appears on ${square}, supported by ${list(supports)}. Where does its traveled self go?`,
    promotion: 'What does the pawn become?',
    attacked: (role: Role, square: string, by: readonly string[]): string =>
      `Your traveling ${role} on ${square} is attacked from ${list(by)}. If it is captured, you lose.`,
    neededAttacked: (role: Role, square: string, needed: readonly string[]): string =>
      `Only ${list(needed)} can still meet your traveling ${role} on ${square}, and ${needed.length === 1 ? 'it is' : 'they are'} attacked. Without it you lose.`,
    canBreak: (role: Role, square: string): string =>
      `The opponent’s traveling ${role} on ${square} is attacked. Whoever loses a traveling man loses the game.`,
    check: (square: string): string => `Check: ${square} is threatened.`,
  },
  waiting: (role: Role, square: string, count: number, nearest: string | null, in_: number | null): string =>
    count === 0
      ? `The traveling ${role} on ${square} waits, and nobody can meet it any more.`
      : nearest === null || in_ === null
        ? `The traveling ${role} on ${square} waits. ${count === 1 ? '1 man' : `${count} men`} could meet it, but none has a way now.`
        : `The traveling ${role} on ${square} waits. ${count === 1 ? '1 man' : `${count} men`} could meet it; the nearest, ${nearest}, in ${moves(in_)}.`,
  thread: {
    title: (role: Role, square: string): string => `${role[0]?.toUpperCase()}${role.slice(1)} ${square}`,
    state: {
      breaking: 'attacked',
      fraying: 'last partner attacked',
      stuck: 'no way now',
      thin: 'thin',
      ready: 'can close now',
      open: 'open',
      closed: 'closed',
      cut: 'broken',
    },
    explain: {
      breaking: (by: readonly string[]): string => `Attacked from ${list(by)}: its capture loses the game.`,
      fraying: (needed: readonly string[]): string => `${list(needed)} must not be lost, and is attacked.`,
      stuck: 'Nobody who could meet it has a way at present.',
      thin: (needed: readonly string[]): string => `${list(needed)} must not be lost.`,
      ready: (squares: readonly string[]): string => `${list(squares)} can meet it now.`,
      open: (count: number): string => `${count === 1 ? '1 man' : `${count} men`} could meet it.`,
      closed: 'Its untraveled self has met it.',
      cut: 'It was captured: its history makes no sense any more.',
    },
    columns: ['now', '2', '3', '4+', 'no way'],
    columnTitle: 'moves until they meet',
    candidate: (role: Role, square: string, count: number | null): string =>
      count === null
        ? `${role} ${square}, no way now`
        : count === 1
          ? `${role} ${square}, now`
          : `${role} ${square}, in ${moves(count)}`,
    more: (count: number): string => `+${count}`,
    traveled: (square: string): string => `now on ${square}`,
    traveledGone: 'gone',
    came: 'came out',
  },
  stage: {
    untraveled: '',
    traveling: 'traveling',
    traveled: 'traveled',
  },
  label: {
    traveling: (color: Color, role: Role): string =>
      `traveling ${colors[color].toLowerCase()} ${role}, waits to be met`,
    traveled: (color: Color, role: Role): string => `traveled ${colors[color].toLowerCase()} ${role}`,
    needed: 'must not be lost',
    attacked: 'attacked',
    explode: 'explosion possible',
    away: (count: number | null): string =>
      count === null ? 'no way to meet it now' : `${moves(count)} from meeting it`,
  },
  legend: 'What the marks mean',
  legendTraveling: 'traveling: waits',
  legendTraveled: 'traveled: moves',
  legendNeeded: 'must not be lost',
  explosion: (role: string, square: string, to: string): string =>
    `${role} explodes on ${square}, its traveled self goes to ${to}`,
  annihilation: (role: string, from: string, to: string): string =>
    `${role} from ${from} meets its traveling self on ${to}; both vanish`,
};
