/** A field for one username, and what is done with it. */
import { h, type VNode } from 'snabbdom';

export interface NameFormProps {
  /** Distinguishes the forms of a page. */
  id: string;
  label: string;
  submit: string;
  value: string;
  problem: string;
  onInput: (name: string) => void;
  onSubmit: (name: string) => void;
  /** The form was sent without a name. */
  onMissing: () => void;
}

export function nameForm(props: NameFormProps): VNode {
  const { id, label, submit, value, problem } = props;
  return h(
    'form.name-form',
    {
      key: `name-${id}`,
      on: {
        submit: (event: Event) => {
          event.preventDefault();
          // `value` may lack the last letters until the next draw.
          const input = (event.currentTarget as HTMLFormElement).querySelector('input');
          const name = (input?.value ?? value).trim();
          if (name === '') props.onMissing();
          else props.onSubmit(name);
        },
      },
    },
    [
      h('label.field', { attrs: { for: `${id}-name` } }, label),
      h('div.row', [
        h('input', {
          attrs: {
            id: `${id}-name`,
            type: 'text',
            maxlength: 20,
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: 'false',
            ...(problem === '' ? {} : { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` }),
          },
          props: { value },
          on: { input: (event: Event) => props.onInput((event.target as HTMLInputElement).value) },
        }),
        h('button.button.plain', { attrs: { type: 'submit', 'data-test': `${id}-send` } }, submit),
      ]),
      h('p.answer.bad', { attrs: { id: `${id}-problem`, role: 'alert' } }, problem),
    ],
  );
}
