import { h, type VNode } from 'snabbdom';
import { api, Refused, uniqueId } from '../api/http';
import type { Catalogue, ClockChoice, Color, GameId, Opponent } from '../api/types';
import { t } from '../text';
import { segments, toggle } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { settings } from '../ui/settings';

type OpponentKind = Opponent['kind'];
/** `none`, `custom`, `correspondence`, or a preset of the catalogue. */
type ClockKind = string;

interface Sheet {
  variant: string;
  opponent: OpponentKind;
  level: number;
  color: Color | 'random';
  clock: ClockKind;
  minutes: number;
  increment: number;
  days: number;
  takebacks: boolean;
}

const KINDS: readonly OpponentKind[] = ['engine', 'link', 'same-board'];

export function newGamePage(app: App, game: GameId, asked: string | null): Page {
  const sheet: Sheet = {
    variant: game,
    opponent: 'engine',
    level: 1,
    color: 'random',
    clock: 'none',
    minutes: 10,
    increment: 5,
    days: 3,
    takebacks: true,
    ...(settings.sheet(game) as Partial<Sheet> | undefined),
  };
  if (KINDS.includes(asked as OpponentKind)) sheet.opponent = asked as OpponentKind;
  let catalogue: Catalogue | null = null;
  let refused = '';
  let sending = false;
  // One key for one sheet: a second click or a resend makes no second game.
  const key = uniqueId();

  void api.catalogue().then(
    answer => {
      catalogue = answer;
      const variants = catalogue.games.find(entry => entry.id === game)?.variants ?? [];
      if (variants.length && !variants.some(one => one.id === sheet.variant)) sheet.variant = game;
      app.redraw();
    },
    (error: unknown) => {
      refused = error instanceof Refused ? error.message : t.app.failed;
      app.redraw();
    },
  );

  const set = (change: Partial<Sheet>): void => {
    Object.assign(sheet, change);
    app.redraw();
  };

  const clock = (): ClockChoice => {
    switch (sheet.clock) {
      case 'none':
        return null;
      case 'custom':
        return { kind: 'custom', seconds: Math.round(sheet.minutes * 60), increment: sheet.increment };
      case 'correspondence':
        return { kind: 'correspondence', days: sheet.days };
      default:
        return { kind: 'preset', id: sheet.clock };
    }
  };

  const start = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    refused = '';
    settings.keepSheet(game, sheet);
    app.redraw();
    const opponent: Opponent =
      sheet.opponent === 'engine' ? { kind: 'engine', level: sheet.level } : { kind: sheet.opponent };
    try {
      const made = await api.create(
        {
          variant: sheet.variant,
          opponent,
          color: sheet.opponent === 'same-board' ? 'white' : sheet.color,
          clock: clock(),
          takebacks: sheet.opponent === 'same-board' ? true : sheet.takebacks,
        },
        key,
      );
      app.go(made.url || `/g/${made.id}`);
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
    const presets = (catalogue?.clocks ?? []).filter(one => !['none', 'custom', 'correspondence'].includes(one.id));
    const options = [
      { value: 'none', label: t.sheet.noClock },
      ...presets.map(one => ({ value: one.id, label: one.name })),
      { value: 'custom', label: t.sheet.custom },
      ...(sheet.opponent === 'link' ? [{ value: 'correspondence', label: t.sheet.correspondence }] : []),
    ];
    const value = options.some(one => one.value === sheet.clock) ? sheet.clock : 'none';
    return [
      segments('clock', t.sheet.clock, options, value, clock => set({ clock })),
      ...(value === 'custom'
        ? [
            h('div.row', { key: 'custom' }, [
              number(t.sheet.minutes, sheet.minutes, 0.5, 180, 0.5, minutes => (sheet.minutes = minutes)),
              number(t.sheet.increment, sheet.increment, 0, 180, 1, increment => (sheet.increment = increment)),
            ]),
          ]
        : []),
      ...(value === 'correspondence'
        ? [h('div.row', { key: 'days' }, [number(t.sheet.days, sheet.days, 1, 14, 1, days => (sheet.days = days))])]
        : []),
    ];
  };

  return {
    title: t.game[game],
    view: () => {
      const variants = catalogue?.games.find(entry => entry.id === game)?.variants ?? [];
      const levels = catalogue?.levels ?? [1, 2, 3, 4, 5, 6, 7, 8];
      return h('main.page.narrow.sheet', { attrs: { id: 'main', tabindex: -1, 'data-game': game } }, [
        h('h1', t.game[game]),
        h('p.lead', t.home.idea[game]),
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
              t.sheet.opponent,
              [
                { value: 'engine', label: t.sheet.machine },
                { value: 'link', label: t.sheet.friend },
                { value: 'same-board', label: t.sheet.sameBoard },
              ] as const,
              sheet.opponent,
              opponent => set({ opponent }),
            ),
            sheet.opponent === 'engine'
              ? segments(
                  'level',
                  t.sheet.level,
                  levels.map(level => ({ value: String(level), label: String(level), note: t.sheet.levelNote(level) })),
                  String(sheet.level),
                  level => set({ level: Number(level) }),
                )
              : null,
            sheet.opponent === 'same-board'
              ? h(
                  'p.quiet',
                  { key: 'both' },
                  game === 'hyperspace' ? t.sheet.sameBoardHyperspace : t.sheet.sameBoardNote,
                )
              : segments(
                  'color',
                  t.sheet.color,
                  [
                    { value: 'white', label: t.color.white },
                    { value: 'random', label: t.sheet.random },
                    { value: 'black', label: t.color.black },
                  ] as const,
                  sheet.color,
                  color => set({ color }),
                ),
            ...clocks(),
            variants.length > 1
              ? segments(
                  'variant',
                  t.sheet.rules,
                  variants.map(one => ({
                    value: one.id,
                    label: t.sheet.variantName[one.id] ?? one.name,
                    note: t.sheet.variantNote[one.id] ?? one.description,
                  })),
                  sheet.variant,
                  variant => set({ variant }),
                )
              : null,
            sheet.opponent === 'same-board'
              ? null
              : toggle(t.sheet.takebacks, t.sheet.takebacksNote, sheet.takebacks, takebacks => set({ takebacks })),
            h('p.answer.bad', { key: 'refused', attrs: { role: 'alert' } }, refused),
            h(
              'button.button.primary.wide',
              { key: 'start', attrs: { type: 'submit', disabled: sending, 'data-test': 'start' } },
              sheet.opponent === 'link' ? t.sheet.makeLink : t.sheet.start,
            ),
          ],
        ),
      ]);
    },
  };
}
