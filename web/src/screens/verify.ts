import { h } from 'snabbdom';
import { t } from '../text';
import type { App, Page } from '../ui/page';

export function verifyPage(_app: App, _id: string): Page {
  return { title: t.table.verify, view: () => h('main.page', { attrs: { id: 'main', tabindex: -1 } }) };
}
