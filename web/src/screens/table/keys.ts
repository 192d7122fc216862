/** The table's own keys: stepping through the moves, flipping, typing. */

export interface KeyActions {
  onStep: (by: 1 | -1) => void;
  /** Shows a position; `null` for the present one. */
  onShow: (position: number | null) => void;
  onFlip: () => void;
  onHelp: () => void;
  onRules: () => void;
  onType: () => void;
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Whether a key scrolls the focused element: the chat, or a table that is too wide for its box. */
export function scrolls(key: string, target: Element): boolean {
  const box = target.closest('[role=log], [role=region][tabindex]');
  if (!box || !ARROWS.includes(key)) return false;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  return isAcross ? box.scrollWidth > box.clientWidth : box.scrollHeight > box.clientHeight;
}

/** Handles a key. True if it has a meaning here. */
export function pressed(key: string, actions: KeyActions): boolean {
  switch (key) {
    case 'ArrowLeft':
      actions.onStep(-1);
      return true;
    case 'ArrowRight':
      actions.onStep(1);
      return true;
    case 'ArrowUp':
      actions.onShow(0);
      return true;
    case 'ArrowDown':
      actions.onShow(null);
      return true;
    case 'f':
      actions.onFlip();
      return true;
    case '?':
      actions.onHelp();
      return true;
    case 'i':
      actions.onRules();
      return true;
    case '/':
      actions.onType();
      return true;
    default:
      return false;
  }
}
