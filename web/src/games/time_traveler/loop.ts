/** The idea in ten seconds: a knight comes out of the future, and its younger self goes to meet it. */
import './style.css';
import { piecesFromFen } from '../../board/fen';
import { mini } from '../../board/mini';
import type { BoardPiece, Mark } from '../../board/types';
import { loopOf } from '../game';
import { traveledRim, travelingRim } from './looks';
import { text } from './text';

interface Frame {
  /** The untraveled pieces. */
  fen: string;
  traveling?: string;
  traveled?: string;
  last?: string[];
  lit?: string[];
}

// The game 1. Nd5/xc7 a6 2. Nc3 d6 3. Nc3//d5.
const FRAMES: Frame[] = [
  { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR' },
  {
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    traveling: 'd5',
    lit: ['c7', 'e7', 'b6', 'f6', 'b4', 'f4', 'c3', 'e3'],
  },
  { fen: 'rnbqkbnr/pp1ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', traveling: 'd5', traveled: 'c7', last: ['d5', 'c7'] },
  { fen: 'rnbqkbnr/1p1ppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR', traveling: 'd5', traveled: 'c7', last: ['a7', 'a6'] },
  { fen: 'rnbqkbnr/1p1ppppp/p7/8/8/2N5/PPPPPPPP/R1BQKBNR', traveling: 'd5', traveled: 'c7', last: ['b1', 'c3'] },
  {
    fen: 'rnbqkbnr/1p2pppp/p2p4/8/8/2N5/PPPPPPPP/R1BQKBNR',
    traveling: 'd5',
    traveled: 'c7',
    last: ['d7', 'd6'],
    lit: ['d5'],
  },
  { fen: 'rnbqkbnr/1p2pppp/p2p4/8/8/8/PPPPPPPP/R1BQKBNR', traveled: 'c7', last: ['c3', 'd5'] },
  { fen: 'rnbqkbnr/1p2pppp/p2p4/8/8/8/PPPPPPPP/R1BQKBNR', traveled: 'c7' },
];

export const loop = loopOf(1300, text.caption, FRAMES, frame => {
  const pieces: BoardPiece[] = piecesFromFen(frame.fen);
  const marks: Mark[] = [];
  if (frame.traveling) {
    pieces.push({ square: frame.traveling, color: 'white', role: 'knight', look: 'traveling' });
    marks.push({ square: frame.traveling, kind: 'stage traveling white', content: travelingRim() });
  }
  if (frame.traveled) {
    pieces.push({ square: frame.traveled, color: 'white', role: 'knight', look: 'traveled' });
    marks.push({ square: frame.traveled, kind: 'stage traveled white', content: traveledRim() });
  }
  return mini({ pieces, marks, orientation: 'white', last: frame.last, lit: frame.lit });
});
