/** The delay of a draw on a hidden page, in milliseconds. Such a page gets no frames, but its title must still tell whose turn it is. */
const UNSEEN_MS = 250;

/** Calls `act` before the next frame is drawn, or shortly if there is none. Returns a function that cancels it. */
export function nextFrame(act: () => void): () => void {
  const callOff = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = (): void => {
    callOff();
    act();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, UNSEEN_MS);
  return callOff;
}
