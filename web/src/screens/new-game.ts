import { h, type VNode } from 'snabbdom';
import { api, Refused, uniqueId } from '../api/http';
import type { ClockChoice, ColorChoice, Opponent, Placement, Variants } from '../api/types';
import { marked, type Game } from '../games/game';
import { t } from '../text';
import { segments, toggle } from '../ui/controls';
import type { App, Page } from '../ui/page';
import { settings } from '../ui/settings';
import { Placements } from './placement';

/** One more than a game can be made against at once: somebody who is asked by name. */
type OpponentKind = Opponent['kind'] | 'player' | 'anyone';
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
  /** Of a challenge, or of a game against anyone. */
  rated: boolean;
  /** Of a game by link: friends without an account cannot play a rated one. */
  ratedLink: boolean;
  /** Whether anyone must have a rating from `lowest` to `highest`. */
  range: boolean;
  lowest: number;
  highest: number;
  /** Against the computer, where that can be rated. */
  placement: boolean;
}

const KINDS: readonly OpponentKind[] = ['engine', 'anyone', 'player', 'link', 'same-board'];

/** `asked` is the opponent that the address names: a kind, and of a player the name. */
export function newGamePage(app: App, game: Game, asked: URLSearchParams): Page {
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
    rated: true,
    ratedLink: false,
    range: false,
    lowest: 1300,
    highest: 1700,
    placement: false,
    ...(settings.newGame(id) as Partial<Form> | undefined),
  };
  const kind = asked.get('opponent') as OpponentKind;
  if (KINDS.includes(kind)) form.opponent = kind;
  let playerName = asked.get('name') ?? '';
  const placements = new Placements(app);
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

  /** Guests ask nobody by name. */
  const opponentShown = (): OpponentKind =>
    form.opponent === 'player' && app.me?.account === false ? 'engine' : form.opponent;

  /** Whether it can be chosen that the result counts. */
  const mayBeRated = (): boolean =>
    app.me?.account === true && ['anyone', 'player', 'link'].includes(opponentShown()) && clockShown() !== 'none';

  /** Whether the result is to count. */
  const isRated = (): boolean =>
    mayBeRated() ? (opponentShown() === 'link' ? form.ratedLink : form.rated) : isPlacement();

  /** What the server says of a rated game against the computer, as it is chosen. */
  const placement = (): Placement | null => {
    const chosen = opponentShown() === 'engine' ? clock() : null;
    return chosen && placements.of({ variant: form.variant, clock: chosen, level: form.level });
  };

  const isPlacement = (): boolean => form.placement && placement()?.number != null;

  /** Who can be found with days for a move: the other player is elsewhere, and who looks for anyone comes back as the same player. */
  const hasDays = (): boolean => {
    const shown = opponentShown();
    return shown === 'link' || shown === 'player' || (shown === 'anyone' && app.me?.account === true);
  };

  /** What can be chosen now. */
  const clockOptions = (): { value: ClockKind; label: string }[] => [
    { value: 'none', label: t.newGame.noClock },
    ...(offered?.clocks ?? [])
      .filter(one => !['none', 'custom', 'correspondence'].includes(one.id))
      .map(one => ({ value: one.id, label: one.name })),
    { value: 'custom', label: t.newGame.custom },
    ...(hasDays() ? [{ value: 'correspondence', label: t.newGame.correspondence }] : []),
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

  /** Waits for anyone. */
  const seek = (): void => {
    app.lobby.seek({
      variant: form.variant,
      clock: clock(),
      color: isRated() || form.color === 'random' ? null : form.color,
      rated: isRated(),
      // Neither field changes the other, which may just be typed into.
      ratings:
        isRated() && form.range ? [Math.min(form.lowest, form.highest), Math.max(form.lowest, form.highest)] : null,
    });
    app.go('/');
  };

  /** Asks a player by name. */
  const challenge = async (): Promise<void> => {
    const made = await api.challenge({
      to: playerName.trim(),
      variant: form.variant,
      clock: clock(),
      color: isRated() || form.color === 'random' ? null : form.color,
      rated: isRated(),
    });
    app.note(t.notices.sent(made.challenged, made.clock?.kind !== 'correspondence'));
    app.go('/');
  };

  const start = async (): Promise<void> => {
    if (sending) return;
    if (opponentShown() === 'player' && playerName.trim() === '') {
      refused = t.newGame.playerMissing;
      app.redraw();
      return;
    }
    sending = true;
    refused = '';
    settings.keepNewGame(id, { ...form, clock: clockShown() });
    app.redraw();
    try {
      const kind = opponentShown();
      if (kind === 'player') return await challenge();
      if (kind === 'anyone') return seek();
      const opponent: Opponent = kind === 'engine' ? { kind, level: form.level } : { kind };
      const made = await api.create(
        {
          variant: form.variant,
          opponent,
          color: form.opponent === 'same-board' ? 'white' : isRated() ? 'random' : form.color,
          clock: clock(),
          takebacks: form.opponent === 'same-board' ? true : form.takebacks && !isRated(),
          rated: isRated(),
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

  const player = (): VNode =>
    h('label.field', { key: 'player' }, [
      t.newGame.playerName,
      h('input', {
        attrs: {
          type: 'text',
          maxlength: 20,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: 'false',
          'data-test': 'player-name',
        },
        props: { value: playerName },
        on: { input: (event: Event) => (playerName = (event.target as HTMLInputElement).value) },
      }),
    ]);

  /** The offer of a rated game against the computer, or why this level plays none. */
  const placementChoice = (): VNode | null => {
    const offer = placement();
    if (offer === null) return null;
    const { number, most, engine } = offer;
    if (number === null || engine === null)
      return engine === null
        ? h('p.quiet', { key: 'not-rated', attrs: { 'data-test': 'not-rated' } }, offer.why_not)
        : null;
    return toggle(
      t.newGame.placement(number, most),
      t.newGame.placementNote(engine.rating),
      form.placement,
      placement => set({ placement }),
    );
  };

  const startLabel = (): string => {
    switch (opponentShown()) {
      case 'player':
        return t.newGame.challenge;
      case 'anyone':
        return t.newGame.seek;
      case 'link':
        return t.newGame.makeLink;
      default:
        return t.newGame.start;
    }
  };

  /** Whether the result counts, and against whom. */
  const ratedChoice = (): VNode[] => {
    if (!mayBeRated()) return [];
    if (opponentShown() === 'link')
      return [toggle(t.newGame.rated, t.newGame.ratedLinkNote, form.ratedLink, ratedLink => set({ ratedLink }))];
    const choice = toggle(t.newGame.rated, t.newGame.ratedNote, form.rated, rated => set({ rated }));
    if (opponentShown() === 'player' || !form.rated) return [choice];
    return [
      choice,
      toggle(t.newGame.range, t.newGame.rangeNote, form.range, range => set({ range })),
      ...(form.range
        ? [
            h('div.row', { key: 'range' }, [
              number(t.newGame.lowest, form.lowest, 400, 4000, 50, lowest => (form.lowest = lowest)),
              number(t.newGame.highest, form.highest, 400, 4000, 50, highest => (form.highest = highest)),
            ]),
          ]
        : []),
    ];
  };

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
                { value: 'anyone', label: t.newGame.anyone },
                ...(app.me?.account ? [{ value: 'player', label: t.newGame.player } as const] : []),
                { value: 'link', label: t.newGame.friend },
                { value: 'same-board', label: t.newGame.sameBoard },
              ] as const,
              opponentShown(),
              opponent => set({ opponent }),
            ),
            opponentShown() === 'player' ? player() : null,
            opponentShown() === 'engine'
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
              : isRated()
                ? null
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
            ...ratedChoice(),
            placementChoice(),
            form.opponent === 'same-board' || ['anyone', 'player'].includes(opponentShown()) || isRated()
              ? null
              : toggle(t.newGame.takebacks, t.newGame.takebacksNote, form.takebacks, takebacks => set({ takebacks })),
            h('p.answer.bad', { key: 'refused', attrs: { role: 'alert' } }, refused),
            h(
              'button.button.primary.wide',
              // Whether it is rated, and who can be asked, depends on who this is.
              { key: 'start', attrs: { type: 'submit', disabled: sending || app.me === null, 'data-test': 'start' } },
              startLabel(),
            ),
          ],
        ),
      ]);
    },
  };
}
