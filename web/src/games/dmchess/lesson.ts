/** How to play DMChess: positions and moves. */
import type { Lesson } from '../lesson';
import { steps as text } from './lesson-text';

const EMPTY = '8/8/8/8/8/8/8/8';
const KINGS = '4k3/8/8/8/8/8/8/4K3';

/** A position with the given boards and the rest empty, White to move, without castling rights, at this move number. */
function boards(first: readonly string[], move = '1'): string {
  const all = [...first, ...Array<string>(8).fill(EMPTY)].slice(0, 8);
  return `${all.join(' ')} w -/-/-/-/-/-/-/- - - - 0 ${move}`;
}

export const lesson: Lesson = {
  steps: [
    { text: text.boards, moves: [{ accept: /^Pd3e2-d3e4$/, show: 'Pd3e2-d3e4' }] },
    { text: text.energy, moves: [{ accept: /^Pd1e2-d1e4$/, show: 'Pd1e2-d1e4' }] },
    { text: text.portals, moves: [{ accept: /^Nd1b1-d2b5$/, show: 'Nd1b1-d2b5' }] },
    {
      text: text.capture,
      key: '2',
      position: boards([KINGS, '4k3/8/8/8/8/2Q5/8/4K3', '4k3/8/8/6r1/8/8/8/4K3', KINGS]),
      moves: [{ accept: /^Qd2c3-d3g5$/, show: 'Qd2c3-d3g5' }],
    },
    {
      text: text.kings,
      key: '4',
      position: boards([KINGS, KINGS, KINGS, '4k3/8/8/8/8/8/4R3/6K1', ...Array<string>(4).fill('8/8/8/8/8/8/8/4K3')]),
      moves: [
        { accept: /^Rd4e2-d4e8$/, show: 'Rd4e2-d4e8', reply: ['Kd1e8-d1d8'] },
        { accept: /./, show: 'Kd8e1-d8d2' },
      ],
    },
    {
      text: text.shift,
      key: '2',
      position: boards(['4k3/8/8/8/8/6n1/8/4K3', '4k3/8/2n5/8/4N3/8/8/4K3', KINGS], '8'),
      moves: [{ accept: /./, show: 'Kd2e1-d2f1', reply: ['Kd2e8-d2d7'] }],
    },
    {
      text: text.law,
      position: boards(
        [
          '4k3/8/8/3Q[5]4/8/8/8/4K3',
          'r[7]3k3/8/8/2q[5]5/8/8/8/4K3',
          KINGS,
          KINGS,
          KINGS,
          '4k3/8/8/3n[2]4/8/8/8/4K3',
          KINGS,
          KINGS,
        ],
        '17',
      ),
    },
    {
      text: text.placing,
      variant: 'dmchess:kings',
      moves: [{ accept: /^kings:/, show: 'kings:d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e1' }],
    },
    {
      text: text.puzzle,
      position: boards(['1k6/1p6/8/8/8/8/8/6K1', '5R2/8/8/8/Q7/8/8/8']),
      moves: [{ accept: /^Qd2a4-d1b7$/, show: 'Qd2a4-d1b7' }],
      puzzle: true,
    },
  ],
};
