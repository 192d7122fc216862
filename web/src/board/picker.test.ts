import { afterEach, expect, it, vi } from 'vitest';
import { elements } from '../testing';
import { promotionPicker } from './picker';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Presses a key in a promotion picker. Returns what is chosen by it, and whether the key is left to the browser. */
function press(key: string, keys: Partial<KeyboardEvent> = {}): { chosen: string[]; isLeft: boolean } {
  vi.stubGlobal('document', { activeElement: null });
  const chosen: string[] = [];
  let isLeft = true;
  const view = promotionPicker(
    'white',
    'e8',
    'white',
    ['queen', 'rook'],
    role => chosen.push(role),
    () => {},
  );
  const dialog = elements(view).find(one => one.data?.attrs?.role === 'dialog');
  const listener = dialog?.data?.on?.keydown as unknown as (event: object) => void;
  listener({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...keys,
    currentTarget: { querySelectorAll: () => [] },
    preventDefault: () => (isLeft = false),
    stopPropagation: () => {},
  });
  return { chosen, isLeft };
}

it('the first letter of a piece chooses it', () => {
  expect(press('r')).toEqual({ chosen: ['rook'], isLeft: false });
});

it.each(['ctrlKey', 'metaKey', 'altKey'] as const)('a letter with %s is a shortcut of the browser', modifier => {
  expect(press('r', { [modifier]: true })).toEqual({ chosen: [], isLeft: true });
});
