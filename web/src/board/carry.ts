/** Dragging something from beside the board onto it: the pointer from press to release. */

/** A shorter movement is a click. */
const DRAG_FROM_PX = 6;

export interface Carry {
  /** The drag begins: the pointer has left the place where it was pressed. */
  onStart: () => void;
  onMove: (x: number, y: number) => void;
  onDrop: (x: number, y: number) => void;
  /** The system has taken the pointer over: the drag is void. */
  onCancel: () => void;
}

/** Follows the pointer from a press on. The returned function stops it without calling anything. */
export function carry(event: PointerEvent, { onStart, onMove, onDrop, onCancel }: Carry): () => void {
  const start = { x: event.clientX, y: event.clientY };
  let isDragging = false;
  // Release the implicit capture, so that the elements under the pointer get its events.
  (event.currentTarget as Element | null)?.releasePointerCapture?.(event.pointerId);
  const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (!isDragging) {
      if (Math.hypot(x - start.x, y - start.y) <= DRAG_FROM_PX) return;
      isDragging = true;
      onStart();
    }
    onMove(x, y);
  };
  const up = ({ clientX: x, clientY: y }: PointerEvent): void => {
    stop();
    if (!isDragging) return;
    // The click event that follows a drag is not a real click.
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 50);
    onDrop(x, y);
  };
  const cancel = (): void => {
    stop();
    if (isDragging) onCancel();
  };
  const stop = (): void => {
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', up);
    document.removeEventListener('pointercancel', cancel);
  };
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', cancel);
  return stop;
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
