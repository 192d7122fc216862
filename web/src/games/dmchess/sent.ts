/** Reads a position of DMChess as the server sends it, mostly in text notation. */
import type { Color } from '../../api/types';
import { menFromFen, type FenMan } from '../../board/fen';
import { once } from '../sent';
import type { Dimension, Man, Portal, SentView, View } from './view';

type SentDimension = SentView['dimensions'][number];

/** The position as it is drawn. An intermediate step is in this form already. */
export function readView(view: SentView | View): View {
  return 'men' in (view.dimensions[0] ?? {}) ? (view as View) : read(view as SentView);
}

/** Cached per object that was sent. */
const read = once((sent: SentView): View => {
  const fields = sent.text.split(' ');
  const unmoved = (fields[9] ?? '').split('/');
  return {
    ...sent,
    dimensions: sent.dimensions.map((one, index) => dimension(one, fields[index] ?? '', unmoved[index] ?? '')),
    portals: portals(sent.portals),
    shift: { ...sent.shift, coming: portals(sent.shift.coming) },
  };
});

function portals(reaches: Record<string, number>): Portal[] {
  return Object.entries(reaches).map(([square, reach]) => ({ square, reach }));
}

function dimension(sent: SentDimension, fen: string, unmoved: string): Dimension {
  const { number, board, in_check = [], energy, recharging = {}, imbalance, controller = null } = sent;
  const men = menFromFen(board ?? fen).map(one => man(one, number, unmoved, in_check));
  const count = (are: (one: Man) => boolean): Record<Color, number> => ({
    white: men.filter(one => one.color === 'white' && are(one)).length,
    black: men.filter(one => one.color === 'black' && are(one)).length,
  });
  return {
    number,
    men,
    energy: energy.split(' ').map(square => ({ square, charged_on_ply: recharging[square] ?? null })),
    imbalance,
    kings: count(one => one.role === 'king'),
    kings_in_check: count(one => one.in_check),
    controller,
  };
}

/** A man, with the bracket after its letter: `5`, `5=13` (level, dimensions of promotions), `4@d1a5` (last energy square). */
function man({ square, color, role, note }: FenMan, number: number, unmoved: string, inCheck: readonly string[]): Man {
  const [, level = '', promoted, energy] = /^([1-8]?)(?:=([1-8]*))?(?:@(\w+))?$/.exec(note) ?? [];
  const isHome = square.endsWith(color === 'white' ? '1' : '8');
  const file = square.charAt(0);
  return {
    square,
    color,
    role,
    level: level ? Number(level) : number,
    former_pawn: promoted !== undefined,
    promoted_in: Array.from(promoted ?? '', Number),
    last_energy: energy ?? null,
    unmoved:
      (role === 'king' || role === 'rook') && isHome && unmoved.includes(color === 'white' ? file.toUpperCase() : file),
    in_check: inCheck.includes(square),
  };
}
