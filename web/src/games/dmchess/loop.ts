/** The idea in ten seconds: a queen gathers energy, and strikes through a portal on another board. */
import { h } from 'snabbdom';
import { menFromFen } from '../../board/fen';
import { mini } from '../../board/mini';
import type { Mark } from '../../board/types';
import type { Loop } from '../screen';
import { ring } from './signs';

interface Frame {
  left: string;
  right: string;
  lastLeft?: string[];
  lastRight?: string[];
  litLeft?: string[];
  litRight?: string[];
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

// 1. Pd1e2-d1e4 (any) 2. Qd1d1-d1g4 (any) 3. a queen of D1 through the portal to D2.
const FRAMES: Frame[] = [
  { left: START, right: START },
];

export const loop: Loop = {
  frames: FRAMES.length,
  ms: 1300,
  caption: '',
  draw: number => {
    const frame = FRAMES[number] ?? { left: START, right: START };
    const marks: Mark[] = ['d4', 'h3'].map(square => ({ square, kind: 'portal', content: ring(7) }));
    const side = (fen: string, last?: string[], lit?: string[]) =>
      mini({ men: menFromFen(fen), orientation: 'white', last, lit, marks });
    return h('div.dm-loop', [
      side(frame.left, frame.lastLeft, frame.litLeft),
      side(frame.right, frame.lastRight, frame.litRight),
    ]);
  },
};
