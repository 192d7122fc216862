import { expect, it } from 'vitest';
import { does, elements } from '../testing';
import { dialog, toggle } from './controls';

it.each([
  ['began and ended beside it', 'shade', 'shade', true],
  ['began inside: a text was selected past its edge', 'box', 'shade', false],
  ['ended inside', 'shade', 'box', false],
])('a dialog is closed by a press that %s: %s, %s', (_, from, to, closes) => {
  let isClosed = false;
  const shade = {};
  const parts: Record<string, object> = { shade, box: {} };
  const view = dialog('Title', () => (isClosed = true), []);
  does(view, 'mousedown', parts[from], shade);
  does(view, 'mouseup', parts[to], shade);
  // The browser dispatches the click to the common ancestor of both places.
  does(view, 'click', shade, shade);
  expect(isClosed).toBe(closes);
});

it('a switch whose value stays as it was is switched back, though the browser has switched it', () => {
  const input = { checked: false };
  const box = elements(toggle('Label', '', true, () => {})).find(one => one.data?.attrs?.role === 'switch');
  if (!box) throw new Error('no switch');
  box.elm = input as unknown as Node;
  box.data?.hook?.postpatch?.(box, box);
  expect(input.checked).toBe(true);
});
