import { expect, it } from 'vitest';
import { scrolls } from './keys';

/** An element within a box of 100 by 100 whose content has this size. */
function within(scrollWidth: number, scrollHeight: number): Element {
  const box = { scrollWidth, scrollHeight, clientWidth: 100, clientHeight: 100 };
  return { closest: () => box } as unknown as Element;
}

it('arrow keys scroll what is larger than its place, in the direction in which it is', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'f'];
  const scrolling = (target: Element): string[] => keys.filter(key => scrolls(key, target));
  expect(scrolling(within(100, 300))).toEqual(['ArrowUp', 'ArrowDown']);
  expect(scrolling(within(300, 100))).toEqual(['ArrowLeft', 'ArrowRight']);
  expect(scrolling(within(100, 100))).toEqual([]);
  expect(scrolling({ closest: () => null } as unknown as Element)).toEqual([]);
});
