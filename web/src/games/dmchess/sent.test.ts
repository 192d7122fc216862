import { expect, it } from 'vitest';
import { readView } from './sent';
import type { SentView } from './view';

const dimension = (number: number): SentView['dimensions'][number] => ({ number, energy: 'a4 c4', imbalance: 0 });

it('a position is read from its text, with levels, pasts and what never moved', () => {
  const boards = ['4k3/8/8/8/4P[2@d1e4]3/8/8/R3K2Q[5=13]', ...Array.from({ length: 7 }, () => '4k3/8/8/8/8/8/8/4K3')];
  const sent = {
    text: `${boards.join(' ')} b AE/-/-/-/-/-/-/- - d1a4:5 - 0 9`,
    dimensions: [
      { ...dimension(1), in_check: ['e1'], recharging: { a4: 23 } },
      ...[2, 3, 4, 5, 6, 7, 8].map(dimension),
    ],
    portals: { b1: 3 },
    shift: { coming: {} },
  } as unknown as SentView;
  const view = readView(sent);
  const [first] = view.dimensions;
  const at = (square: string): unknown => first?.men.find(man => man.square === square);
  expect(at('e4')).toMatchObject({ color: 'white', role: 'pawn', level: 2, last_energy: 'd1e4', unmoved: false });
  expect(at('h1')).toMatchObject({ role: 'queen', level: 5, former_pawn: true, promoted_in: [1, 3], unmoved: false });
  expect(at('a1')).toMatchObject({ role: 'rook', level: 1, unmoved: true });
  expect(at('e1')).toMatchObject({ role: 'king', unmoved: true, in_check: true });
  expect(at('e8')).toMatchObject({ color: 'black', unmoved: false });
  expect(first?.kings).toEqual({ white: 1, black: 1 });
  expect(first?.kings_in_check).toEqual({ white: 1, black: 0 });
  expect(first?.energy).toEqual([
    { square: 'a4', charged_on_ply: 23 },
    { square: 'c4', charged_on_ply: null },
  ]);
  expect(view.portals).toEqual([{ square: 'b1', reach: 3 }]);
});
