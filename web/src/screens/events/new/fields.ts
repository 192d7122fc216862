/** The fields of the form of an event, each with its error. */
import { h, type VNode } from 'snabbdom';
import { field, numberField } from '../common';
import type { Draft } from '../draft';
import { fromLocal, toLocal } from '../times';

/** The form that fields belong to. */
export interface DraftForm {
  readonly draft: Draft;
  set(change: Partial<Draft>): void;
  /** The mistake in the field of this id; empty if there is none. */
  problemOf(id: string): string;
}

export function textLine(
  form: DraftForm,
  id: string,
  label: string,
  value: string,
  put: (value: string) => void,
  attrs: Record<string, string | number> = {},
  note = '',
): VNode {
  const problem = form.problemOf(id);
  const told = [problem ? `${id}-problem` : '', note ? `${id}-note` : ''].filter(Boolean).join(' ');
  return field(
    id,
    label,
    h('input', {
      attrs: {
        id,
        type: 'text',
        autocomplete: 'off',
        ...attrs,
        ...(problem ? { 'aria-invalid': 'true' } : {}),
        ...(told ? { 'aria-describedby': told } : {}),
      },
      props: { value },
      on: { input: (event: Event) => put((event.target as HTMLInputElement).value) },
    }),
    note,
    problem,
  );
}

export function number(
  form: DraftForm,
  id: string,
  label: string,
  value: number | null,
  range: { min: number; max: number; step?: number },
  put: (value: number | null) => void,
  note = '',
): VNode {
  return numberField(id, label, value, range, put, note, form.problemOf(id));
}

export function time(
  form: DraftForm,
  id: string,
  label: string,
  value: number | null,
  put: (value: number | null) => void,
): VNode {
  const problem = form.problemOf(id);
  return field(
    id,
    label,
    h('input', {
      attrs: {
        id,
        type: 'datetime-local',
        ...(problem ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` } : {}),
      },
      props: { value: value === null ? '' : toLocal(value) },
      on: { change: (event: Event) => put(fromLocal((event.target as HTMLInputElement).value)) },
    }),
    '',
    problem,
  );
}
