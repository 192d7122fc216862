const reduced = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** Whether things may move: not for those who asked their system for none. */
export function motionAllowed(): boolean {
  return !reduced?.matches;
}
