/** A page that nobody sees draws no frames, and yet its title must tell that it is somebody's turn. */
const UNSEEN_MS = 250;

/** Calls `act` before the next frame is drawn, or in a moment if none is. Answers what calls it off. */
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
