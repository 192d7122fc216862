/** The pool: the men still to be placed, for both sides, and the castlings that remain. */
import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../../api/types';
import { squaresFrom } from '../../board/geometry';
import { man } from '../../board/man';
import { t } from '../../text';
import { counted, opposite, squaresFor } from './actions';
import type { Hidden960Screen } from './index';

export function poolInstrument(screen: Hidden960Screen): VNode {
  const { scene } = screen.host;
  return h('div.pool', [
    row(screen, opposite(scene.orientation)),
    row(screen, scene.orientation),
    h('div.castling', [h('span.castling-title', `${t.hidden960.castling}: `), ...castlings(screen)]),
  ]);
}

function row(screen: Hidden960Screen, color: Color): VNode {
  const { scene } = screen.host;
  const pool = counted(screen.view.pools[color]);
  const mine = screen.mover === color;
  return h(
    'div.pool-row',
    { key: color, attrs: { role: 'group', 'aria-label': t.hidden960.pool(color), 'data-pool': color } },
    [
      h(`span.side.${color}`, { attrs: { 'aria-hidden': 'true' } }),
      pool.length === 0
        ? h('span.pool-empty', t.hidden960.poolEmpty)
        : h(
            'div.pool-men',
            pool.map(({ role, count }) => {
              const can = mine && squaresFor(scene.options, role).length > 0;
              const inside = [man(color, role), count > 1 ? h('span.pool-count', `×${count}`) : null];
              return can
                ? h(
                    'button.pool-man',
                    {
                      key: role,
                      class: { chosen: screen.chosenRole === role },
                      attrs: {
                        type: 'button',
                        'aria-label': t.hidden960.poolMan(role, count),
                        'aria-pressed': String(screen.chosenRole === role),
                        title: t.hidden960.poolMan(role, count),
                      },
                      on: {
                        click: () => screen.take(role),
                        pointerdown: (event: PointerEvent) => startDrag(event, screen, color, role),
                      },
                    },
                    inside,
                  )
                : h(
                    'span.pool-man.still',
                    { key: role, attrs: { role: 'img', 'aria-label': t.hidden960.poolMan(role, count) } },
                    inside,
                  );
            }),
          ),
    ],
  );
}

function castlings(screen: Hidden960Screen): (VNode | string)[] {
  const { view } = screen;
  if (view.castling.length === 0) {
    const open = (['white', 'black'] as const).some(color => {
      const pool = view.pools[color];
      return (
        pool.includes('king') ||
        (pool.includes('rook') && view.men.some(one => one.color === color && one.role === 'king' && one.unmoved))
      );
    });
    return [open ? t.hidden960.castlingOpen : t.hidden960.castlingNone];
  }
  return view.castling.map(one => {
    const words = t.hidden960.castlingEntry(one.name, one.king, one.rook, one.now);
    return h('span.castle', { class: { now: one.now }, attrs: { title: words, role: 'img', 'aria-label': words } }, [
      h(`span.side.${one.color}`),
      // Two rooks on one side of the king: the name alone does not tell which.
      view.castling.some(other => other !== one && other.color === one.color && other.name === one.name)
        ? `${one.name} ${one.rook}`
        : one.name,
      one.now ? ' ✓' : '',
    ]);
  });
}

const DRAG_FROM_PX = 6;

/** Dragging a man of the pool onto the board: a man of its own follows the pointer. */
function startDrag(event: PointerEvent, screen: Hidden960Screen, color: Color, role: Role): void {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;
  const boardElement = document.querySelector<HTMLElement>('[data-board="hidden960"]');
  const onMove = (move: PointerEvent): void => {
    if (!ghost) {
      if (Math.hypot(move.clientX - start.x, move.clientY - start.y) < DRAG_FROM_PX) return;
      ghost = document.createElement('span');
      ghost.className = `man dragged ${color} ${role}`;
      ghost.style.fontSize = `${(boardElement?.clientWidth ?? 400) / 8}px`;
      document.body.append(ghost);
      if (screen.chosenRole !== role) screen.take(role);
    }
    ghost.style.left = `${move.clientX}px`;
    ghost.style.top = `${move.clientY}px`;
  };
  const onEnd = (end: PointerEvent): void => {
    document.removeEventListener('pointermove', onMove);
    document.removeEventListener('pointerup', onEnd);
    document.removeEventListener('pointercancel', onEnd);
    if (!ghost) return;
    ghost.remove();
    const box = boardElement?.getBoundingClientRect();
    if (!box || end.type === 'pointercancel') return;
    const column = Math.floor((8 * (end.clientX - box.left)) / box.width);
    const rowIndex = Math.floor((8 * (end.clientY - box.top)) / box.height);
    const square = squaresFrom(screen.host.scene.orientation)[rowIndex]?.[column];
    if (square) screen.put(role, square);
    // The click that follows a drag is not meant.
    document.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', stop, { capture: true }), 50);
  };
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onEnd);
  document.addEventListener('pointercancel', onEnd);
}

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
