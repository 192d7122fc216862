const reduced = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** Whether animations may run: not if the system asks for reduced motion. */
export function motionAllowed(): boolean {
  return !reduced?.matches;
}
