/** The idea in ten seconds: a knight leaves the board and returns in time to guard its queen. */
import './style.css';
import type { Square } from '../../api/types';
import { board } from '../../board/board';
import { piecesFromFen } from '../../board/fen';
import { loopOf } from '../game';
import { ghost } from './ghost';
import { text } from './text';

interface Frame {
  fen: string;
  last: Square[];
  /** The turns that the knight is still away. */
  left?: number;
  check?: Square;
}

/**
 * e2e4 e7e5 g1^2@g5 b8c6 d1f3 f8c5 d2d3 d7d6 f3f7: White seems to hang the queen, but the knight returns to
 * protect her. Checkmate.
 */
const FRAMES: Frame[] = [
  { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR', last: ['e7', 'e5'] },
  { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R', last: ['g1'], left: 2 },
  { fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKB1R', last: ['b8', 'c6'], left: 2 },
  { fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5Q2/PPPP1PPP/RNB1KB1R', last: ['d1', 'f3'], left: 1 },
  { fen: 'r1bqk1nr/pppp1ppp/2n5/2b1p3/4P3/5Q2/PPPP1PPP/RNB1KB1R', last: ['f8', 'c5'], left: 1 },
  { fen: 'r1bqk1nr/pppp1ppp/2n5/2b1p3/4P3/3P1Q2/PPP2PPP/RNB1KB1R', last: ['d2', 'd3'], left: 0 },
  { fen: 'r1bqk1nr/ppp2ppp/2np4/2b1p3/4P3/3P1Q2/PPP2PPP/RNB1KB1R', last: ['d7', 'd6'], left: 0 },
  { fen: 'r1bqk1nr/ppp2Qpp/2np4/2b1p1N1/4P3/3P4/PPP2PPP/RNB1KB1R', last: ['f3', 'f7', 'g5'], check: 'e8' },
  { fen: 'r1bqk1nr/ppp2Qpp/2np4/2b1p1N1/4P3/3P4/PPP2PPP/RNB1KB1R', last: ['f3', 'f7', 'g5'], check: 'e8' },
];

const RETURN: Square = 'g5';

export const loop = loopOf(1150, text.caption, FRAMES, frame =>
  board({
    id: 'loop-hyperspace',
    viewOnly: true,
    coordinates: false,
    orientation: 'white',
    pieces: piecesFromFen(frame.fen),
    last: frame.last,
    checks: frame.check ? [frame.check] : [],
    marks:
      frame.left !== undefined
        ? [{ square: RETURN, kind: 'ghost', key: 'ghost', content: ghost('white', 'knight', frame.left) }]
        : [],
  }),
);
