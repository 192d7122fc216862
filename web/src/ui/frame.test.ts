import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextFrame } from './frame';

let draw: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    draw = act;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (draw = undefined));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what waits for a frame happens with it, and once', () => {
  const act = vi.fn();
  nextFrame(act);
  expect(act).not.toHaveBeenCalled();
  draw?.();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a page that draws no frames is not left as it was', () => {
  const act = vi.fn();
  nextFrame(act);
  vi.advanceTimersByTime(10_000);
  draw?.();
  expect(act).toHaveBeenCalledTimes(1);
});

test('what is called off does not happen', () => {
  const act = vi.fn();
  nextFrame(act)();
  draw?.();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
