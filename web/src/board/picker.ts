/** A small choice over the board, anchored at a square: promotion, the identity of a piece, which man stays. */
import { h, type VNode } from 'snabbdom';
import type { Color, LegalAction, Role, Square } from '../api/types';
import { t } from '../text';
import { isShortcut } from '../ui/keys';
import { piece } from './piece';
import { cell } from './geometry';

export interface Choice {
  key: string;
  label: string;
  /** The piece to draw; without it the label is written. */
  piece?: { color: Color; role: Role; look?: string };
  /** Written beside the piece. */
  note?: string;
}

export interface PickerProps {
  /** The question, for the heading and for screen readers. */
  title: string;
  square: Square;
  orientation: Color;
  choices: readonly Choice[];
  onChoose: (key: string) => void;
  onCancel: () => void;
  /** `column`: pieces one under another from the square (promotion). `panel`: pieces in a row with the title. */
  shape?: 'column' | 'panel';
}

/** Keys: the first letter of a choice selects it, arrows move between choices, Escape cancels. */
export function picker(props: PickerProps): VNode {
  const { column, row } = cell(props.square, props.orientation);
  const onKey = (event: KeyboardEvent): void => {
    if (isShortcut(event)) return;
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button.choice')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') props.onCancel();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
      buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
    else if (event.key === 'Tab') {
      buttons[(at + (event.shiftKey ? buttons.length - 1 : 1)) % buttons.length]?.focus();
    } else {
      const letter = event.key.length === 1 ? event.key.toUpperCase() : '';
      const choice = letter && props.choices.find(one => one.piece && t.letter[one.piece.role] === letter);
      if (!choice) return;
      props.onChoose(choice.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const shape = props.shape ?? 'column';
  return h('div.picker-shade', { key: `picker-${props.square}`, on: { click: props.onCancel } }, [
    h(
      `div.picker.${shape}`,
      {
        attrs: { role: 'dialog', 'aria-modal': 'true', 'aria-label': props.title },
        class: { low: row >= 4, high: row < 4, left: column < 3, right: column > 4 },
        style: { '--column': String(column), '--row': String(row) },
        on: { keydown: onKey, click: (event: Event) => event.stopPropagation() },
        hook: {
          insert: vnode => (vnode.elm as HTMLElement).querySelector<HTMLElement>('button.choice')?.focus(),
        },
      },
      [
        shape === 'panel' ? h('div.picker-title', props.title) : null,
        h(
          'div.choices',
          props.choices.map(choice =>
            h(
              'button.choice',
              {
                key: choice.key,
                attrs: { type: 'button', 'aria-label': choice.label, title: choice.label },
                on: { click: () => props.onChoose(choice.key) },
              },
              [
                choice.piece
                  ? piece(choice.piece.color, choice.piece.role, choice.piece.look)
                  : h('span', choice.label),
                choice.note ? h('span.note', choice.note) : null,
              ],
            ),
          ),
        ),
      ],
    ),
  ]);
}

/** The picker of an ordinary promotion, for actions that differ only in the promotion. */
export function promotionOf(
  actions: readonly LegalAction[],
  color: Color,
  to: Square,
  orientation: Color,
  onChoose: (action: string) => void,
  onCancel: () => void,
): VNode {
  return promotionPicker(
    color,
    to,
    orientation,
    actions.flatMap(one => one.promotion ?? []),
    role => {
      const action = actions.find(one => one.promotion === role)?.action;
      if (action) onChoose(action);
    },
    onCancel,
  );
}

/** The picker of the piece that a pawn promotes to. */
export function promotionPicker(
  color: Color,
  to: Square,
  orientation: Color,
  roles: readonly Role[],
  onChoose: (role: Role) => void,
  onCancel: () => void,
): VNode {
  const order: Role[] = ['queen', 'knight', 'rook', 'bishop', 'king', 'pawn'];
  const sorted = [...roles].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return picker({
    title: t.board.promote(to),
    square: to,
    orientation,
    choices: sorted.map(role => ({ key: role, label: t.role[role], piece: { color, role } })),
    onChoose: key => onChoose(key as Role),
    onCancel,
  });
}
