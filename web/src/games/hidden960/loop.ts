import { h, type VNode } from 'snabbdom';
import type { Square } from '../../api/types';
import { board } from '../../board/board';
import { menFromFen } from '../../board/fen';
import { t } from '../../text';
import type { Loop } from '../screen';

interface Frame {
  fen: string;
  last: Square[];
  /** A hidden square that is attacked, and by whom. */
  attacked?: { square: Square; by: Square };
}

/** e2e4 d7d5 f1=B f1b5 e8=N c7c6 Choosing when one needs it, and when one must. */
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

export const loop: Loop = {
  frames: FRAMES.length,
  ms: 1150,
  caption: t.hidden960.caption,
  draw(index): VNode {
    const frame = FRAMES[index] ?? FRAMES[0];
    if (!frame) return h('div');
    const attacked = frame.attacked;
    return board({
      id: 'loop-hidden960',
      viewOnly: true,
      coordinates: false,
      orientation: 'white',
      men: menFromFen(frame.fen),
      last: frame.last,
      squares: attacked ? new Map([[attacked.square, 'must-reveal']]) : new Map(),
      marks: attacked
        ? [{ square: attacked.square, kind: 'alarm', key: 'alarm', content: h('span.alarm-badge', '!') }]
        : [],
      arrows: attacked ? [{ from: attacked.by, to: attacked.square, brush: 'red' }] : [],
    });
  },
};
