import { expect, it, vi } from 'vitest';
import { appWith, does, element, settled, words } from '../testing';
import { t } from '../text';
import { lazyPage } from './lazy';

it('code that cannot be loaded is told, with a button that loads the page anew', async () => {
  let redrawn = 0;
  const page = lazyPage(appWith({ redraw: () => redrawn++ }), () => Promise.reject(new Error('no such file')));
  expect(words(page.view())).toContain(t.app.loading);
  await settled();
  expect(redrawn).toBe(1);
  expect(words(page.view())).not.toContain(t.app.loading);
  expect(words(page.view())).toContain(t.app.notLoaded);
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  does(element(page.view(), 'reload'), 'click');
  expect(reload).toHaveBeenCalledOnce();
});
