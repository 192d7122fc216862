import { h } from 'snabbdom';
import { t } from '../text';
import { link } from '../ui/controls';
import type { App, Page } from '../ui/page';

export function notFoundPage(app: App, text = t.notFound.text): Page {
  return {
    title: t.notFound.title,
    view: () =>
      h('main.page.narrow', { attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', t.notFound.title),
        h('p', text),
        link(app.go, '/', '.button.primary', [t.notFound.home]),
      ]),
  };
}
