/** The idea in ten seconds: a piece is chosen when it is needed, or when it must be revealed. */
import './style.css';
import type { Square } from '../../api/types';
import { board } from '../../board/board';
import { piecesFromFen } from '../../board/fen';
import { loopOf } from '../game';
import { alarm } from './alarm';
import { text } from './text';

interface Frame {
  fen: string;
  last: Square[];
  /** A hidden square that is attacked, and by whom. */
  attacked?: { square: Square; by: Square };
}

/** e2e4 d7d5 f1=B f1b5 e8=N c7c6: a voluntary choice, then a forced one. */
const FRAMES: Frame[] = [
  { fen: '!!!!!!!!/pppppppp/8/8/8/8/PPPPPPPP/????????', last: [] },
  { fen: '!!!!!!!!/pppppppp/8/8/4P3/8/PPPP1PPP/????????', last: ['e2', 'e4'] },
  { fen: '!!!!!!!!/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/????????', last: ['d7', 'd5'] },
  { fen: '!!!!!!!!/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/?????B??', last: ['f1'] },
  {
    fen: '!!!!!!!!/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/?????1??',
    last: ['f1', 'b5'],
    attacked: { square: 'e8', by: 'b5' },
  },
  {
    fen: '!!!!!!!!/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/?????1??',
    last: ['f1', 'b5'],
    attacked: { square: 'e8', by: 'b5' },
  },
  { fen: '!!!!n!!!/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/?????1??', last: ['e8'] },
  { fen: '!!!!n!!!/pp2pppp/2p5/1B1p4/4P3/8/PPPP1PPP/?????1??', last: ['c7', 'c6'] },
  { fen: '!!!!n!!!/pp2pppp/2p5/1B1p4/4P3/8/PPPP1PPP/?????1??', last: ['c7', 'c6'] },
];

export const loop = loopOf(1150, text.caption, FRAMES, ({ fen, last, attacked }) =>
  board({
    id: 'loop-hidden960',
    viewOnly: true,
    coordinates: false,
    orientation: 'white',
    pieces: piecesFromFen(fen),
    last,
    squares: attacked ? new Map([[attacked.square, 'must-reveal']]) : new Map(),
    marks: attacked ? [alarm(attacked.square)] : [],
    arrows: attacked ? [{ from: attacked.by, to: attacked.square, brush: 'red' }] : [],
  }),
);
