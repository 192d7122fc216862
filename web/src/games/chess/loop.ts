/** The most famous miniature: how Morphy mated in the box of the Paris opera. */
import './style.css';
import type { Square } from '../../api/types';
import { board } from '../../board/board';
import { piecesFromFen } from '../../board/fen';
import { loopOf } from '../game';
import { text } from './text';

interface Frame {
  fen: string;
  last: Square[];
  check?: Square;
}

/**
 * Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, from Black's 13th move: 13… Rxd7 14. Rd1 Qe6
 * 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#.
 */
const FRAMES: Frame[] = [
  { fen: '4kb1r/p2rqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2K4R', last: ['d8', 'd7'] },
  { fen: '4kb1r/p2rqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR4', last: ['h1', 'd1'] },
  { fen: '4kb1r/p2r1ppp/4qn2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR4', last: ['e7', 'e6'] },
  { fen: '4kb1r/p2B1ppp/4qn2/4p1B1/4P3/1Q6/PPP2PPP/2KR4', last: ['b5', 'd7'], check: 'e8' },
  { fen: '4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4', last: ['f6', 'd7'] },
  { fen: '1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4', last: ['b3', 'b8'], check: 'e8' },
  { fen: '1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4', last: ['d7', 'b8'] },
  { fen: '1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5', last: ['d1', 'd8'], check: 'e8' },
  { fen: '1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5', last: ['d1', 'd8'], check: 'e8' },
];

export const loop = loopOf(1150, text.caption, FRAMES, ({ fen, last, check }) =>
  board({
    id: 'loop-chess',
    viewOnly: true,
    coordinates: false,
    orientation: 'white',
    pieces: piecesFromFen(fen),
    last,
    checks: check ? [check] : [],
  }),
);
