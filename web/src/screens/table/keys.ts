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

/** Does what a key stands for. True if it stands for something. */
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
