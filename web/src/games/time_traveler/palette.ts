/** The palette: the kinds that can explode, to be tapped or dragged onto the board. */
import { h, type VNode } from 'snabbdom';
import type { Role, Square } from '../../api/types';
import { carry } from '../../board/carry';
import { squareOnBoard } from '../../board/geometry';
import { piece } from '../../board/piece';
import { t } from '../../text';
import { helpButton } from '../../ui/controls';
import type { Choice } from './choice';
import { text } from './text';
import { ROLES } from './view';

/** The name of the board in the page. */
export const BOARD = 'time-traveler';

export class Palette {
  private stop: (() => void) | null = null;

  constructor(private readonly choice: Choice) {}

  view(): VNode {
    return h('div.palette', { attrs: { role: 'group', 'aria-label': text.explode } }, [
      h('span.palette-title', [text.explode, helpButton(text.rulesOf, this.choice.host)]),
      ...ROLES.map(role => this.kind(role)),
    ]);
  }

  private kind(role: Role): VNode {
    const { options, step, actor, host } = this.choice;
    const squares = options?.explosions.get(role)?.size ?? 0;
    const chosen = step && 'role' in step && step.role === role;
    const label = text.explodeAs(role, squares);
    return h(
      'button.explode',
      {
        key: role,
        class: { on: chosen === true },
        attrs: {
          type: 'button',
          'aria-label': label,
          title: `${label} (${t.letter[role]})`,
          'aria-pressed': String(chosen === true),
          'data-explode': role,
          disabled: squares === 0,
        },
        on: {
          click: () => this.choice.explode(role),
          pointerdown: (event: PointerEvent) => this.take(role, event),
        },
      },
      [piece(options ? actor : host.scene.orientation, role), h('kbd', t.letter[role])],
    );
  }

  /** The piece that follows the pointer. */
  carried(): VNode | null {
    const { carried, actor } = this.choice;
    if (!carried) return null;
    const style = { left: `${carried.x}px`, top: `${carried.y}px` };
    return h('div.tt-dragged', { style }, [piece(actor, carried.role)]);
  }

  destroy(): void {
    this.stop?.();
  }

  /** A kind is taken from the palette and may be dragged onto its square. */
  private take(role: Role, event: PointerEvent): void {
    const { choice } = this;
    const { host } = choice;
    if (event.button !== 0 || !choice.options?.explosions.has(role)) return;
    const squareUnder = (x: number, y: number): Square | null => squareOnBoard(BOARD, x, y, host.scene.orientation);
    this.stop = carry(event, {
      onStart: () => choice.begin(role),
      onMove: (x, y) => {
        choice.carried = { role, x, y };
        choice.hovered = squareUnder(x, y);
        host.redraw();
      },
      onDrop: (x, y) => {
        choice.carried = null;
        const square = squareUnder(x, y);
        if (square && choice.options?.explosions.get(role)?.has(square)) choice.appear(role, square);
        else choice.draft.clear();
        host.redraw();
      },
      onCancel: () => {
        choice.carried = null;
        choice.draft.clear();
        host.redraw();
      },
    });
  }
}
