/** The field for typing moves. */
import { h, type VNode } from 'snabbdom';
import type { Options } from '../../api/types';
import { t } from '../../text';

export interface EntryProps {
  hint: string;
  mayAct: boolean;
  onTyped: (text: string) => void;
  /** The text is changed, or emptied. */
  onEdited: () => void;
}

export function entry({ hint, mayAct, onTyped, onEdited }: EntryProps): VNode {
  const submit = (event: Event): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector('input') as HTMLInputElement;
    const text = input.value.trim();
    if (!text || !mayAct) return;
    input.value = '';
    onTyped(text);
  };
  return h('form.entry', { key: 'entry', on: { submit } }, [
    h('label.visually-hidden', { attrs: { for: 'notation' } }, t.table.notation),
    h('input', {
      attrs: {
        id: 'notation',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        placeholder: hint,
        'data-test': 'notation',
      },
      on: { input: onEdited },
    }),
    h('button.button.plain', { attrs: { type: 'submit', disabled: !mayAct } }, t.table.play),
  ]);
}

/** Blurs the field: chessground prevents a press on a board from doing so. */
export function leaveEntry(): void {
  const input = document.querySelector<HTMLInputElement>('#notation');
  if (input === document.activeElement) input?.blur();
}

/** Restores a refused text for correction, unless something else has been typed since. */
export function giveBack(text: string): void {
  const input = document.querySelector<HTMLInputElement>('#notation');
  if (input?.value === '') input.value = text;
}

/**
 * The action that was typed: an action in machine notation, a legal action in the game's notation, what the game's
 * screen reads (`read`), or the text as it is, for the server to judge.
 */
export function typedAction(text: string, { actions }: Options, read: (text: string) => string | null): string {
  const plain = (word: string): string => word.replace(/[+#!?]+$/g, '').replace(/\s+/g, '');
  const found =
    actions.find(one => one.action === text) ?? actions.find(one => plain(one.notation ?? one.action) === plain(text));
  return found?.action ?? read(plain(text)) ?? text.trim();
}
