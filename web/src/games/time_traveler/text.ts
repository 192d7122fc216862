/** Texts of Time Traveler's Chess. */
import type { Color, Role } from '../../api/types';
import { capitalized, colorName, counted, listed } from '../../text/words';
import { opposite } from '../common';

const moves = (count: number): string => counted(count, 'move');
const pieces = (count: number): string => counted(count, 'piece');
const shortList = (squares: readonly string[]): string =>
  squares.length > 2 ? `${squares.slice(0, 2).join(', ')} …` : listed(squares);
const capturing = (by: Color, role: Role): string =>
  `${colorName[opposite(by)]}’s position became grammatically incorrect: ${colorName[by]}’s ${role} captured`;

export const text = {
  caption:
    'A knight appears on d5 from the future and captures on c7 at once. Two moves later the knight from b1 reaches d5, where its journey began, and both vanish.',
  boardTitle: 'Board. Tap an empty square to explode there.',
  loom: 'Loom',
  loomOf: (color: Color): string => `${colorName[color]}’s threads`,
  side: {
    none: 'no travelers',
    open: (count: number): string => counted(count, 'open thread'),
    resolved: 'all threads closed',
    noKing: 'no king left',
    broken: 'grammar broken',
  },
  explode: 'Explode',
  explodeAs: (role: Role, squares: number): string =>
    squares === 0
      ? `Explode a ${role}: not possible now`
      : `Explode a ${role}: possible on ${counted(squares, 'square')}`,
  chooseRole: (square: string): string => `What explodes on ${square}?`,
  prompt: {
    role: (role: Role): string => `A ${role} will come out of the future. Choose the square where it appears.`,
    hover: (role: Role, square: string, supports: readonly string[]): string =>
      supports.length === 0 ? `A ${role} on ${square}.` : `A ${role} on ${square}, supported by ${listed(supports)}.`,
    target: (role: Role, square: string, supports: readonly string[]): string =>
      supports.length === 0
        ? `The ${role} appears on ${square}. Where does its traveled self go?`
        : `The ${role} appears on ${square}, supported by ${listed(supports)}. Where does its traveled self go?`,
    promotion: 'Choose what the pawn becomes.',
    attacked: (role: Role, square: string, by: readonly string[]): string =>
      `Your traveling ${role} on ${square} is attacked from ${listed(by)}. If it is captured, you lose.`,
    neededAttacked: (role: Role, square: string, needed: readonly string[]): string =>
      `Your traveling ${role} on ${square} needs ${listed(needed)}, which ${needed.length === 1 ? 'is attacked. If it' : 'are attacked. If one of them'} is captured, you lose.`,
  },
  waiting: (role: Role, square: string, count: number, nearest: string | null, distance: number | null): string =>
    count === 0
      ? `The traveling ${role} on ${square} is waiting, and no piece can meet it any more.`
      : nearest === null || distance === null
        ? `The traveling ${role} on ${square} is waiting. ${pieces(count)} could meet it, but none has a route now.`
        : `The traveling ${role} on ${square} is waiting. ${pieces(count)} could meet it; the nearest, ${nearest}, in ${moves(distance)}.`,
  cause: {
    traveling: (by: Color, role: Role, victim: Role, square: string): string =>
      `${capturing(by, role)} the traveling ${victim} on ${square}.`,
    needed: (by: Color, role: Role, victim: Role, square: string, threads: readonly string[]): string =>
      `${capturing(by, role)} the ${victim} on ${square}, ${
        threads.length === 1 ? `the last that could meet ${listed(threads)}` : 'and not all travelers can be met now'
      }.`,
  },
  thread: {
    named: (role: Role, square: string): string => `the traveling ${role} on ${square}`,
    title: (role: Role, square: string): string => `${capitalized(role)} ${square}`,
    state: {
      breaking: 'attacked',
      fraying: 'last partner attacked',
      stuck: 'no route now',
      thin: 'few partners',
      ready: 'can close now',
      open: 'open',
      closed: 'closed',
      cut: 'broken',
    },
    brief: {
      breaking: (by: readonly string[]): string => `attacked from ${listed(by)}`,
      fraying: (needed: readonly string[]): string => `needs ${listed(needed)}: attacked`,
      thin: (needed: readonly string[]): string => `needs ${listed(needed)}`,
      ready: (squares: readonly string[]): string => `${listed(squares)} can meet it`,
      open: (squares: readonly string[], count: number): string => `${shortList(squares)} in ${moves(count)}`,
    },
    explain: {
      breaking: (by: readonly string[]): string => `Attacked from ${listed(by)}: its capture loses the game.`,
      fraying: (needed: readonly string[]): string =>
        `${listed(needed)} must not be lost, but ${needed.length === 1 ? 'is' : 'are'} attacked.`,
      stuck: 'No piece that could meet it has a route at present.',
      thin: (needed: readonly string[]): string => `${listed(needed)} must not be lost.`,
      ready: (squares: readonly string[]): string => `${listed(squares)} can meet it now.`,
      open: (count: number): string => `${pieces(count)} could meet it.`,
      closed: 'Its untraveled self has met it.',
      cut: 'It was captured: its history no longer makes sense.',
      alone: 'No piece is left that could meet it.',
    },
    columns: ['now', '2', '3', '4+', 'none'],
    candidate: (role: Role, square: string, count: number | null): string =>
      count === null
        ? `${role} ${square}, no route now`
        : count === 1
          ? `${role} ${square}, now`
          : `${role} ${square}, in ${moves(count)}`,
    more: (count: number): string => `+${count}`,
    traveled: (square: string): string => `now on ${square}`,
    traveledGone: 'gone',
    came: 'came out',
  },
  rulesOf: 'What the loom shows',
  rules: [
    [
      'Explode',
      'Two pieces of one kind come out of the future. One, the traveling one, waits on its square; the other, the traveled one, moves at once. An untraveled piece of yours must be able to get there in three turns: it supports the explosion.',
    ],
    [
      'Thread',
      'One explosion: the piece that waits, and on the right where the traveled one is now. It closes when an untraveled piece that could be its past self meets the one that waits. Both vanish.',
    ],
    ['attacked', 'If the waiting piece is captured, its side has lost.'],
    ['needs b1', 'This piece must not be lost: no other could take its part. On the board it has a diamond.'],
    ['c3 in 2 moves', 'The nearest piece that could meet it, and how many moves it takes.'],
    ['no route now', 'Pieces could meet it, but each is blocked at present.'],
    ['broken', 'Nobody can meet it any more: the position is grammatically incorrect, and its side has lost.'],
  ] as const,
  stage: { traveled: 'traveled' },
  label: {
    traveling: (color: Color, role: Role): string => `traveling ${color} ${role}, waiting to be met`,
    traveled: (color: Color, role: Role): string => `traveled ${color} ${role}`,
    needed: 'must not be lost',
    explode: 'explosion possible',
    away: (count: number | null): string => (count === null ? 'no route to it now' : `${moves(count)} from meeting it`),
  },
  legend: 'Legend',
  legendTraveling: 'traveling: waits',
  legendTraveled: 'traveled: moves',
  legendNeeded: 'must not be lost',
  told: {
    explodes: (color: Color, role: Role, square: string): string =>
      `A ${color} ${role} came out of the future on ${square}, and its traveled self `,
    goes: (to: string): string => `went to ${to}`,
    takes: (victim: string, to: string): string => `took the ${victim} on ${to}`,
    meets: (color: Color, role: string, from: string, to: string): string =>
      `${colorName[color]}’s ${role} from ${from} met its traveling self on ${to}, and both vanished`,
  },
  explosion: (role: string, square: string, to: string): string =>
    `${role} explodes on ${square}, its traveled self goes to ${to}`,
  annihilation: (role: string, from: string, to: string): string =>
    `${role} from ${from} meets its traveling self on ${to}; both vanish`,
};
