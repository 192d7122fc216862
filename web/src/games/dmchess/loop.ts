/** The idea in ten seconds: a knight goes through a portal to another board and strikes there. */
import './style.css';
import { h } from 'snabbdom';
import type { Square } from '../../api/types';
import { piecesFromFen } from '../../board/fen';
import { mini } from '../../board/mini';
import type { Mark } from '../../board/types';
import { loopOf } from '../game';
import { ring } from './signs';
import { text } from './text';

interface Picture {
  fen: string;
  last?: Square[];
  lit?: Square[];
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const GONE = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR';
const ARRIVED = 'rnbqkbnr/pppppppp/8/1N6/8/8/PPPPPPPP/RNBQKBNR';
const ASIDE = 'rnbqkbnr/1ppppppp/p7/1N6/8/8/PPPPPPPP/RNBQKBNR';
const STRUCK = 'rnbqkbnr/1pNppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR';

// 1. Nd1b1-d2b5 Pd2a7-d2a6 2. Nd2b5-d2c7: D1, D2, D3, D4.
const FRAMES: Picture[][] = [
  [],
  [
    { fen: START, last: ['b1'], lit: ['a3', 'c3'] },
    { fen: START, lit: ['b5'] },
  ],
  [
    { fen: GONE, last: ['b1'] },
    { fen: ARRIVED, last: ['b5'] },
  ],
  [{ fen: GONE }, { fen: ASIDE, last: ['a7', 'a6'] }],
  [{ fen: GONE }, { fen: ASIDE, lit: ['c7', 'd6', 'd4', 'c3', 'a3', 'a7'], last: ['b5'] }],
  [{ fen: GONE }, { fen: STRUCK, last: ['b5', 'c7'] }],
  [{ fen: GONE }, { fen: STRUCK }],
];

/** Portals near the way. */
const PORTALS: [Square, number][] = [
  ['a3', 4],
  ['h3', 7],
  ['d4', 7],
  ['d5', 7],
];

export const loop = loopOf(1400, text.caption, FRAMES, pictures => {
  const marks: Mark[] = PORTALS.map(([square, reach]) => ({ square, kind: 'portal', content: ring(reach) }));
  return h(
    'div.dm-loop',
    [0, 1, 2, 3].map(index => {
      const picture = pictures[index] ?? { fen: START };
      return h('div', { key: index }, [
        mini({ pieces: piecesFromFen(picture.fen), orientation: 'white', last: picture.last, lit: picture.lit, marks }),
        h('b', text.short(index + 1)),
      ]);
    }),
  );
});
