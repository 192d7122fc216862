/** The pools: the pieces still to be placed, for both sides, and the castlings that remain. */
import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../../api/types';
import { carry } from '../../board/carry';
import { squareOnBoard } from '../../board/geometry';
import { piece } from '../../board/piece';
import { helpButton } from '../../ui/controls';
import { opposite } from '../common';
import { countRoles, squaresFor } from './actions';
import type { Choice } from './choice';
import { text } from './text';
import type { View } from './view';

export function pools(choice: Choice): VNode {
  const { orientation, view } = choice.host.scene;
  return h('div.pool', [
    row(choice, opposite(orientation)),
    row(choice, orientation),
    h('div.castling', [
      h('span.castling-title', `${text.castling}: `),
      ...castlings(view),
      helpButton(text.rulesOf, choice.host),
    ]),
  ]);
}

function row(choice: Choice, color: Color): VNode {
  const pool = countRoles(choice.view.pools[color]);
  return h(
    'div.pool-row',
    { key: color, attrs: { role: 'group', 'aria-label': text.pool(color), 'data-pool': color } },
    [
      h(`span.side.${color}`, { attrs: { 'aria-hidden': 'true' } }),
      pool.length === 0
        ? h('span.pool-empty', text.poolEmpty)
        : h(
            'div.pool-pieces',
            pool.map(({ role, count }) => pooled(choice, color, role, count)),
          ),
    ],
  );
}

/** One kind of piece, to be tapped or dragged if it can be placed now. */
function pooled(choice: Choice, color: Color, role: Role, count: number): VNode {
  const inside = [piece(color, role), count > 1 ? h('span.pool-count', `×${count}`) : null];
  const label = text.poolPiece(role, count);
  if (choice.mover !== color || squaresFor(choice.host.scene.options, role).length === 0)
    return h('span.pool-piece.still', { key: role, attrs: { role: 'img', 'aria-label': label } }, inside);
  const isChosen = choice.chosenRole === role;
  return h(
    'button.pool-piece',
    {
      key: role,
      class: { chosen: isChosen },
      attrs: { type: 'button', 'aria-label': label, 'aria-pressed': String(isChosen), title: label },
      on: {
        click: () => choice.take(role),
        pointerdown: (event: PointerEvent) => {
          if (event.button === 0) drag(event, choice, color, role);
        },
      },
    },
    inside,
  );
}

function castlings(view: View): (VNode | string)[] {
  if (view.castling.length === 0) {
    const open = (['white', 'black'] as const).some(color => {
      const pool = view.pools[color];
      return (
        pool.includes('king') ||
        (pool.includes('rook') && view.men.some(one => one.color === color && one.role === 'king' && one.unmoved))
      );
    });
    return [h('span.castle-none', open ? text.castlingOpen : text.castlingNone)];
  }
  return view.castling.map(one => {
    const words = text.castlingEntry(one.name, one.king, one.rook, one.now);
    return h('span.castle', { class: { now: one.now }, attrs: { title: words, role: 'img', 'aria-label': words } }, [
      h(`span.side.${one.color}`),
      // Two rooks on one side of the king: the name alone is ambiguous.
      view.castling.some(other => other !== one && other.color === one.color && other.name === one.name)
        ? `${one.name} ${one.rook}`
        : one.name,
      one.now ? ' ✓' : '',
    ]);
  });
}

/** Dragging a piece of the pool onto the board: a picture of it follows the pointer. */
function drag(event: PointerEvent, choice: Choice, color: Color, role: Role): void {
  const picture = document.createElement('span');
  picture.className = `piece dragged ${color} ${role}`;
  const { orientation } = choice.host.scene;
  carry(event, {
    onStart: () => {
      const width = document.querySelector('[data-board="hidden960"]')?.clientWidth ?? 400;
      picture.style.fontSize = `${width / 8}px`;
      document.body.append(picture);
      if (choice.chosenRole !== role) choice.take(role);
    },
    onMove: (x, y) => {
      picture.style.left = `${x}px`;
      picture.style.top = `${y}px`;
    },
    onDrop: (x, y) => {
      picture.remove();
      const square = squareOnBoard('hidden960', x, y, orientation);
      if (square) choice.put(role, square);
    },
    onCancel: () => picture.remove(),
  });
}
