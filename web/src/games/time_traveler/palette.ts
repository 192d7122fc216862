/** The palette: the kinds that can explode, to be tapped or dragged onto the board. */
import { h, type VNode } from 'snabbdom';
import type { Role } from '../../api/types';
import { man } from '../../board/man';
import { t } from '../../text';
import type { Choice } from './choice';
import { squareUnder } from './pointer';
import { ROLES } from './view';

const DRAG_FROM_PX = 6;

export class Palette {
  private unbind: (() => void) | null = null;

  constructor(private readonly choice: Choice) {}

  view(): VNode {
    return h('div.palette', { attrs: { role: 'group', 'aria-label': t.timeTraveler.explode } }, [
      h('span.palette-title', t.timeTraveler.explode),
      ...ROLES.map(role => this.kind(role)),
    ]);
  }

  private kind(role: Role): VNode {
    const { options, step, actor, host } = this.choice;
    const squares = options?.explosions.get(role)?.size ?? 0;
    const chosen = step && 'role' in step && step.role === role;
    const label = t.timeTraveler.explodeAs(role, squares);
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
      [man(options ? actor : host.scene.orientation, role), h('kbd', t.letter[role])],
    );
  }

  /** The man that follows the pointer. */
  carried(): VNode | null {
    const { carried, actor } = this.choice;
    if (!carried) return null;
    const style = { left: `${carried.x}px`, top: `${carried.y}px` };
    return h('div.tt-dragged', { style }, [man(actor, carried.role)]);
  }

  destroy(): void {
    this.unbind?.();
  }

  /** A kind is taken from the palette and may be dragged onto its square. */
  private take(role: Role, event: PointerEvent): void {
    const { choice } = this;
    const { host } = choice;
    if (event.button !== 0 || !choice.options?.explosions.has(role)) return;
    const start = { x: event.clientX, y: event.clientY };
    (event.currentTarget as Element).releasePointerCapture?.(event.pointerId);
    const onMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
      if (!choice.carried) {
        if (Math.hypot(x - start.x, y - start.y) <= DRAG_FROM_PX) return;
        choice.begin(role);
      }
      choice.carried = { role, x, y };
      choice.hovered = squareUnder(x, y, host.scene.orientation);
      host.redraw();
    };
    const onUp = ({ clientX: x, clientY: y }: PointerEvent): void => {
      stop();
      if (!choice.carried) return;
      choice.carried = null;
      const square = squareUnder(x, y, host.scene.orientation);
      if (square && choice.options?.explosions.get(role)?.has(square)) choice.appear(role, square);
      // The click that follows on the palette must not undo the choice.
      else choice.draft.clear();
      host.redraw();
    };
    // The system has taken the pointer: nothing was meant.
    const onCancel = (): void => {
      stop();
      if (!choice.carried) return;
      choice.carried = null;
      choice.draft.clear();
      host.redraw();
    };
    const stop = (): void => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onCancel);
      this.unbind = null;
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onCancel);
    this.unbind = stop;
  }
}
