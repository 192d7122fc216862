import type { VNode } from 'snabbdom';
import { expect, it, vi } from 'vitest';
import regulations from '../../../../docs/regulations.md?raw';

// The drawing code needs a window as soon as it is loaded.
vi.stubGlobal('window', globalThis);
const { written } = await import('./house');

const words = (node: VNode | string): string =>
  typeof node === 'string' ? node : (node.text ?? '') + (node.children ?? []).map(words).join(' ');

it('the page has every word of the regulations, without the marks of the document', () => {
  const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const page = written(regulations);
  const text = page.map(words).join(' ');
  expect(plain(text)).toBe(plain(regulations));
  expect(text).not.toMatch(/\*\*|`|\|/);
  expect(new Set(page.map(node => node.sel))).toEqual(new Set(['h1', 'h2', 'p', 'ul', 'div.wide-table']));
});
