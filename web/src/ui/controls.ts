/** The controls that all screens use. */
import { h, type VNode } from 'snabbdom';
import { t } from '../text';
import { icon, type Icon } from './icons';

interface ButtonProps {
  label: string;
  /** Its accessible name where the label is not enough; contains the label. */
  name?: string;
  icon?: Icon;
  onClick: () => void;
  disabled?: boolean;
  /** Shows only the icon; the label is its accessible name and tooltip. */
  iconOnly?: boolean;
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  pressed?: boolean;
  /** Takes half of its row's width. */
  half?: boolean;
  key?: string;
  testId?: string;
  title?: string;
  /** Takes the keyboard focus when its page or section is shown. */
  first?: boolean;
}

export function button(props: ButtonProps): VNode {
  return h(
    'button.button',
    {
      key: props.key ?? props.label,
      class: { [props.kind ?? 'plain']: true, 'icon-only': props.iconOnly === true, half: props.half === true },
      attrs: {
        type: 'button',
        ...(props.iconOnly || props.name ? { 'aria-label': props.name ?? props.label } : {}),
        ...(props.iconOnly || props.title ? { title: props.title ?? props.label } : {}),
        ...(props.pressed === undefined ? {} : { 'aria-pressed': String(props.pressed) }),
        ...(props.testId ? { 'data-test': props.testId } : {}),
        ...(props.first ? { 'data-first': '' } : {}),
        disabled: props.disabled === true,
      },
      on: { click: props.onClick },
    },
    [props.icon ? icon(props.icon) : null, props.iconOnly ? null : h('span', props.label)],
  );
}

/** A `?` button where something needs explaining; `null` if the host has no explanation. */
export function helpButton(label: string, host: { explain?(): void }): VNode | null {
  if (!host.explain) return null;
  return h(
    'button.help',
    {
      key: 'help',
      attrs: { type: 'button', 'aria-label': label, title: label, 'data-test': 'rules' },
      on: { click: () => host.explain?.() },
    },
    '?',
  );
}

export interface SegmentOption<T extends string> {
  value: T;
  label: string;
  note?: string;
}

/** A choice between a few visible options: a group of radio buttons. */
export function segments<T extends string>(
  name: string,
  legend: string,
  options: readonly SegmentOption<T>[],
  value: T,
  onChange: (value: T) => void,
): VNode {
  return h('fieldset.segments', { key: name, attrs: { 'data-name': name } }, [
    h('legend', legend),
    h(
      'div.segment-row',
      options.map(option =>
        h('label.segment', { key: option.value, class: { on: option.value === value } }, [
          h('input', {
            attrs: { type: 'radio', name, value: option.value },
            props: { checked: option.value === value },
            on: { change: () => onChange(option.value) },
          }),
          h('span', option.label),
          option.note ? h('small', option.note) : null,
        ]),
      ),
    ),
  ]);
}

/** A switch, with its consequence in plain words. */
export function toggle(label: string, note: string, value: boolean, onChange: (value: boolean) => void): VNode {
  return h('label.toggle', { key: label }, [
    h('input', {
      attrs: { type: 'checkbox', role: 'switch' },
      props: { checked: value },
      on: { change: (event: Event) => onChange((event.target as HTMLInputElement).checked) },
      // The browser has switched it already: where the value stays as it was, nothing else would switch it back.
      hook: { postpatch: (_, vnode) => ((vnode.elm as HTMLInputElement).checked = value) },
    }),
    h('span.toggle-track', { attrs: { 'aria-hidden': 'true' } }),
    h('span.toggle-text', [h('span', label), note ? h('small', note) : null]),
  ]);
}

/** An internal link: a real URL, opened without reloading the page. */
export function link(
  go: (path: string) => void,
  path: string,
  selector: string,
  children: (VNode | string | null)[],
): VNode {
  return h(
    `a${selector}`,
    {
      key: `${path}${selector}`,
      attrs: { href: path },
      on: {
        click: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          go(path);
        },
      },
    },
    children,
  );
}

/** The element that had the focus before a dialog was opened, by the dialog's element, which outlives the redraws. */
const origins = new WeakMap<Node, Element>();

/** Where the last press on a dialog's shade began and ended: on the shade itself, or on the dialog. */
const press = { began: false, ended: false };
const isShade = (event: Event): boolean => event.target === event.currentTarget;

/** A modal dialog. Focus stays inside; Escape cancels. */
export function dialog(title: string, onCancel: () => void, children: (VNode | string | null)[]): VNode {
  // Selecting text past the dialog's edge also ends in a click on the shade: that must not close the dialog.
  const ofShade = {
    mousedown: (event: Event) => {
      press.began = isShade(event);
      press.ended = false;
    },
    mouseup: (event: Event) => (press.ended = isShade(event)),
    click: () => {
      if (press.began && press.ended) onCancel();
    },
  };
  return h('div.dialog-shade', { key: `dialog-${title}`, on: ofShade }, [
    h(
      'div.dialog',
      {
        attrs: { role: 'dialog', 'aria-modal': 'true', 'aria-label': title, tabindex: -1 },
        on: {
          click: (event: Event) => event.stopPropagation(),
          keydown: (event: KeyboardEvent) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              onCancel();
            } else if (event.key === 'Tab') trap(event);
            event.stopPropagation();
          },
        },
        hook: {
          insert: vnode => {
            const box = vnode.elm as HTMLElement;
            if (document.activeElement) origins.set(box, document.activeElement);
            (
              box.querySelector<HTMLElement>('[data-first]') ??
              box.querySelector<HTMLElement>('button, input') ??
              box
            ).focus({ preventScroll: true });
          },
          // A button that was pressed and then disabled has lost the focus, and with it Escape would no longer work.
          postpatch: (_, vnode) => {
            if (document.activeElement === document.body) (vnode.elm as HTMLElement).focus({ preventScroll: true });
          },
          destroy: vnode => {
            const before = vnode.elm && origins.get(vnode.elm);
            if (before instanceof HTMLElement && before.isConnected) before.focus();
          },
        },
      },
      [h('h2', title), ...children],
    ),
  ]);
}

function trap(event: KeyboardEvent): void {
  const box = event.currentTarget as HTMLElement;
  const stops = [
    ...box.querySelectorAll<HTMLElement>('button:not([disabled]), input:not([hidden]), a[href], select, textarea'),
  ];
  const first = stops[0];
  const last = stops[stops.length - 1];
  const at = document.activeElement;
  const isWithin = stops.some(stop => stop === at);
  if (event.shiftKey && (at === first || !isWithin)) {
    last?.focus();
    event.preventDefault();
  } else if (!event.shiftKey && at === last) {
    first?.focus();
    event.preventDefault();
  }
}

/** The keyboard shortcuts: the general ones, then those of the games. */
export function keyList(ofGames: readonly (readonly [string, string])[]): VNode {
  const all = [...t.keys.list, ...ofGames, t.keys.help];
  return h(
    'dl.keys',
    all.flatMap(([keys, does]) => [h('dt', [h('kbd', keys)]), h('dd', does)]),
  );
}
