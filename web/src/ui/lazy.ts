/** Code that is loaded on demand. A window that was opened before the site was updated may no longer find it. */
import { h, type VNode } from 'snabbdom';
import { t } from '../text';
import { button } from './controls';
import type { App, Page } from './page';

/** A page whose code is loaded on demand. */
export function lazyPage(app: App, load: () => Promise<Page>): Page {
  let inner: Page | null = null;
  let hasFailed = false;
  let gone = false;
  void load().then(
    page => {
      if (gone) page.destroy?.();
      else inner = page;
      app.redraw();
    },
    () => {
      hasFailed = true;
      app.redraw();
    },
  );
  return {
    get title() {
      return inner?.title ?? '';
    },
    view: () =>
      inner?.view() ??
      h(
        'main.page',
        { attrs: { id: 'main', tabindex: -1 } },
        hasFailed ? notLoaded() : h('p.quiet', { key: 'loading' }, t.app.loading),
      ),
    onKey: event => inner?.onKey?.(event),
    destroy: () => {
      gone = true;
      inner?.destroy?.();
    },
  };
}

/** Shown in place of what could not be loaded. */
export function notLoaded(): VNode {
  return h('div.not-loaded', { key: 'not-loaded', attrs: { role: 'alert', 'data-test': 'not-loaded' } }, [
    h('p', t.app.notLoaded),
    h('div.row', [reloadButton()]),
  ]);
}

export function reloadButton(): VNode {
  return button({ label: t.app.reload, kind: 'primary', testId: 'reload', onClick: () => location.reload() });
}
