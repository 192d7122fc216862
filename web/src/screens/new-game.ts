import { h, type VNode } from 'snabbdom';
import { api, Refused, uniqueId } from '../api/http';
import type { ClockChoice, ColorChoice, Opponent, Variants } from '../api/types';
import { marked, type Game } from '../games/game';
import { t } from '../text';
import { segments, toggle } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { settings } from '../ui/settings';

type OpponentKind = Opponent['kind'];
/** `none`, `custom`, `correspondence`, or a preset of the server's. */
type ClockKind = string;

interface Form {
  variant: string;
  opponent: OpponentKind;
  level: number;
  color: ColorChoice;
  clock: ClockKind;
  minutes: number;
  increment: number;
  days: number;
  takebacks: boolean;
}

const KINDS: readonly OpponentKind[] = ['engine', 'link', 'same-board'];

export function newGamePage(app: App, game: Game, asked: string | null): Page {
  const { id, about } = game;
  const form: Form = {
    variant: id,
    opponent: 'engine',
    level: 1,
    color: 'random',
    clock: 'none',
    minutes: 10,
    increment: 5,
    days: 3,
    takebacks: true,
    ...(settings.newGame(id) as Partial<Form> | undefined),
  };
  if (KINDS.includes(asked as OpponentKind)) form.opponent = asked as OpponentKind;
  let offered: Variants | null = null;
  let refused = '';
  let sending = false;
  // One key per form: a second click or a resend makes no second game.
  const key = uniqueId();

  void api.variants().then(
    answer => {
      offered = answer;
      const variants = answer.games.find(entry => entry.id === id)?.variants ?? [];
      if (variants.length && !variants.some(one => one.id === form.variant)) form.variant = id;
      app.redraw();
    },
    (error: unknown) => {
      refused = error instanceof Refused ? error.message : t.app.failed;
      app.redraw();
    },
  );

  const set = (change: Partial<Form>): void => {
    Object.assign(form, change);
    app.redraw();
  };

  /** What can be chosen now: days for a move only if the other player is elsewhere. */
  const clockOptions = (): { value: ClockKind; label: string }[] => [
    { value: 'none', label: t.newGame.noClock },
    ...(offered?.clocks ?? [])
      .filter(one => !['none', 'custom', 'correspondence'].includes(one.id))
      .map(one => ({ value: one.id, label: one.name })),
    { value: 'custom', label: t.newGame.custom },
    ...(form.opponent === 'link' ? [{ value: 'correspondence', label: t.newGame.correspondence }] : []),
  ];

  /** The clock that is shown as chosen, and so the one that is meant: what was chosen may not be offered any more. */
  const clockShown = (): ClockKind => (clockOptions().some(one => one.value === form.clock) ? form.clock : 'none');

  const clock = (): ClockChoice | null => {
    const shown = clockShown();
    switch (shown) {
      case 'none':
        return null;
      case 'custom':
        return { kind: 'custom', seconds: Math.round(form.minutes * 60), increment: form.increment };
      case 'correspondence':
        return { kind: 'correspondence', days: form.days };
      default:
        return { kind: 'preset', id: shown };
    }
  };

  const start = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    refused = '';
    settings.keepNewGame(id, { ...form, clock: clockShown() });
    app.redraw();
    const opponent: Opponent =
      form.opponent === 'engine' ? { kind: 'engine', level: form.level } : { kind: form.opponent };
    try {
      const made = await api.create(
        {
          variant: form.variant,
          opponent,
          color: form.opponent === 'same-board' ? 'white' : form.color,
          clock: clock(),
          takebacks: form.opponent === 'same-board' ? true : form.takebacks,
        },
        key,
      );
      app.go(made.url);
    } catch (error) {
      sending = false;
      refused = error instanceof Refused ? error.message : t.app.failed;
      app.redraw();
    }
  };

  const number = (
    label: string,
    value: number,
    min: number,
    max: number,
    step: number,
    put: (value: number) => void,
  ): VNode =>
    h('label.field.number', { key: label }, [
      label,
      h('input', {
        attrs: { type: 'number', min, max, step, inputmode: 'decimal' },
        props: { value: String(value) },
        on: {
          change: (event: Event) => {
            const raw = Number((event.target as HTMLInputElement).value);
            put(Math.min(max, Math.max(min, Number.isFinite(raw) ? raw : value)));
            app.redraw();
          },
        },
      }),
    ]);

  const clocks = (): VNode[] => {
    const value = clockShown();
    return [
      segments('clock', t.newGame.clock, clockOptions(), value, clock => set({ clock })),
      ...(value === 'custom'
        ? [
            h('div.row', { key: 'custom' }, [
              number(t.newGame.minutes, form.minutes, 0.5, 180, 0.5, minutes => (form.minutes = minutes)),
              number(t.newGame.increment, form.increment, 0, 180, 1, increment => (form.increment = increment)),
            ]),
          ]
        : []),
      ...(value === 'correspondence'
        ? [h('div.row', { key: 'days' }, [number(t.newGame.days, form.days, 1, 14, 1, days => (form.days = days))])]
        : []),
    ];
  };

  return {
    title: about.title,
    view: () => {
      const variants = offered?.games.find(entry => entry.id === id)?.variants ?? [];
      const levels = offered?.levels ?? [1, 2, 3, 4, 5, 6, 7, 8];
      return h('main.page.narrow.sheet', { attrs: { id: 'main', tabindex: -1, ...marked(game) } }, [
        h('h1', about.title),
        h('p.lead', about.idea),
        h(
          'form.panel',
          {
            on: {
              submit: (event: Event) => {
                event.preventDefault();
                void start();
              },
            },
          },
          [
            segments(
              'opponent',
              t.newGame.opponent,
              [
                { value: 'engine', label: t.newGame.computer },
                { value: 'link', label: t.newGame.friend },
                { value: 'same-board', label: t.newGame.sameBoard },
              ] as const,
              form.opponent,
              opponent => set({ opponent }),
            ),
            form.opponent === 'engine'
              ? segments(
                  'level',
                  t.newGame.level,
                  levels.map(level => ({
                    value: String(level),
                    label: String(level),
                    note: t.newGame.levelNote(level),
                  })),
                  String(form.level),
                  level => set({ level: Number(level) }),
                )
              : null,
            form.opponent === 'same-board'
              ? h('p.quiet', { key: 'both' }, about.sameBoardNote ?? t.newGame.sameBoardNote)
              : segments(
                  'color',
                  t.newGame.color,
                  [
                    { value: 'white', label: t.color.white },
                    { value: 'random', label: t.newGame.random },
                    { value: 'black', label: t.color.black },
                  ] as const,
                  form.color,
                  color => set({ color }),
                ),
            ...clocks(),
            variants.length > 1
              ? segments(
                  'variant',
                  t.newGame.variant,
                  variants.map(one => ({
                    value: one.id,
                    label: about.variants?.[one.id]?.name ?? one.name,
                    note: about.variants?.[one.id]?.note ?? one.description,
                  })),
                  form.variant,
                  variant => set({ variant }),
                )
              : null,
            form.opponent === 'same-board'
              ? null
              : toggle(t.newGame.takebacks, t.newGame.takebacksNote, form.takebacks, takebacks => set({ takebacks })),
            h('p.answer.bad', { key: 'refused', attrs: { role: 'alert' } }, refused),
            h(
              'button.button.primary.wide',
              { key: 'start', attrs: { type: 'submit', disabled: sending, 'data-test': 'start' } },
              form.opponent === 'link' ? t.newGame.makeLink : t.newGame.start,
            ),
          ],
        ),
      ]);
    },
  };
}
