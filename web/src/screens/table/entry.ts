import { h, type VNode } from 'snabbdom';
import { t } from '../../text';
import type { Table } from '../table';

/** The field in which any action can be typed. */
export function entry(table: Table): VNode | null {
  const { state } = table;
  if (!state || state.status !== 'live' || !table.isPlayer) return null;
  const submit = (event: Event): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector('input') as HTMLInputElement;
    const text = input.value.trim();
    if (!text || !table.mayAct) return;
    input.value = '';
    table.typed(text);
  };
  return h('form.entry', { key: 'entry', on: { submit } }, [
    h('label.visually-hidden', { attrs: { for: 'notation' } }, t.table.notation),
    h('input', {
      attrs: {
        id: 'notation',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        placeholder: t.table.notationHint[state.game],
        'data-test': 'notation',
      },
    }),
    h('button.button.plain', { attrs: { type: 'submit', disabled: !table.mayAct } }, t.table.play),
  ]);
}
