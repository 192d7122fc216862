/** Shared by the pages of events. */
import { h, type VNode } from 'snabbdom';
import type { EventSummary, Person } from '../../api/events';
import { findGame } from '../../games';
import { marked, type Game } from '../../games/game';
import { t } from '../../text';
import { controlText, e, formatText } from '../../text/events';
import { link } from '../../ui/controls';
import { accountName, profilePath } from '../names';

export function eventPath(id: string): string {
  return `/events/${id}`;
}

export function gameOf(variant: string): Game | undefined {
  return findGame(variant.split(':')[0]);
}

/** The attributes with the colour of the event's game. */
export function accentOf(variant: string): Record<string, string> {
  const game = gameOf(variant);
  return game ? marked(game) : {};
}

/** The game with its option, where there are several: `Hidden960: Chess960`. */
export function variantText(variant: string): string {
  const game = gameOf(variant);
  if (!game) return variant;
  const option = variant.includes(':') ? game.about.variants?.[variant]?.name : undefined;
  return [game.about.title, option].filter(Boolean).join(': ');
}

/** Game, format, control and whether it is rated, in one line. */
export function factsOf({
  variant,
  format,
  control,
  rated,
}: Pick<EventSummary, 'variant' | 'format' | 'control' | 'rated'>): string {
  return [variantText(variant), formatText(format), controlText(control), rated ? e.rated : e.casual].join(' · ');
}

/** A person's name, with a link to the player's page. */
export function personLink(go: (path: string) => void, person: Person): VNode | string {
  return person.username ? link(go, profilePath(person.username), '.name', [accountName(person)]) : accountName(person);
}

/** A part of the page with a heading. */
export function part(title: string, test: string, children: (VNode | string | null)[]): VNode {
  return h('section.panel.event-part', { key: test, attrs: { 'aria-label': title, 'data-test': test } }, [
    h('h2', title),
    ...children,
  ]);
}

/** A field with its label above it. */
export function field(
  id: string,
  label: string,
  control: VNode,
  note = '',
  problem = '',
  help: VNode | null = null,
): VNode {
  return h('div.field', { key: id }, [
    h('label', { attrs: { for: id } }, label),
    control,
    problem ? h('p.answer.bad', { attrs: { id: `${id}-problem`, role: 'alert' } }, problem) : null,
    help,
    note ? h('small', { attrs: { id: `${id}-note` } }, note) : null,
  ]);
}

/** The link to the second factor, which opens in another tab so that the typed text is kept. */
export function factorLink(): VNode {
  return h('p.answer', { key: 'factor' }, [
    h(
      'a',
      { attrs: { href: '/account', target: '_blank', rel: 'noopener', 'data-test': 'factor-link' } },
      t.secondFactor.setUpAside,
    ),
  ]);
}

/** Why something was refused, with the link to the second factor if it was missing. */
export function refused(host: { readonly refusal: string; readonly lacksFactor: boolean }): (VNode | null)[] {
  return [
    h('p.answer.bad', { key: 'refusal', attrs: { role: 'alert' } }, host.refusal),
    host.lacksFactor ? factorLink() : null,
  ];
}

interface TextProps {
  id: string;
  label: string;
  note?: string;
  value: string;
  most: number;
  rows?: number;
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean;
  onInput: (value: string) => void;
}

/** A multi-line text field. */
export function textField({ id, label, note = '', value, most, rows = 4, isFirst, onInput }: TextProps): VNode {
  return field(
    id,
    label,
    h('textarea', {
      attrs: {
        id,
        rows,
        maxlength: most,
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
        ...(isFirst ? { 'data-first': '' } : {}),
      },
      props: { value },
      on: { input: (event: Event) => onInput((event.target as HTMLTextAreaElement).value) },
    }),
    note,
  );
}

/** A choice from a list. */
export function choice<T extends string>(
  id: string,
  label: string,
  options: readonly (readonly [T, string])[],
  value: T,
  onChange: (value: T) => void,
): VNode {
  return field(
    id,
    label,
    h(
      'select',
      { attrs: { id }, on: { change: (event: Event) => onChange((event.target as HTMLSelectElement).value as T) } },
      options.map(([name, text]) =>
        h('option', { key: name, attrs: { value: name }, props: { selected: name === value } }, text),
      ),
    ),
  );
}

/** A number field. `null` is an empty one. */
export function numberField(
  id: string,
  label: string,
  value: number | null,
  range: { min: number; max: number; step?: number },
  onChange: (value: number | null) => void,
  note = '',
  problem = '',
): VNode {
  return field(
    id,
    label,
    h('input', {
      attrs: {
        id,
        type: 'number',
        min: range.min,
        max: range.max,
        step: range.step ?? 1,
        inputmode: 'decimal',
        ...(problem ? { 'aria-invalid': 'true' } : {}),
        ...(note || problem
          ? { 'aria-describedby': [problem && `${id}-problem`, note && `${id}-note`].filter(Boolean).join(' ') }
          : {}),
      },
      props: { value: value === null ? '' : String(value) },
      on: {
        change: (event: Event) => {
          const { value: typed } = event.target as HTMLInputElement;
          const number = Number(typed);
          onChange(typed.trim() === '' || !Number.isFinite(number) ? null : number);
        },
      },
    }),
    note,
    problem,
  );
}
