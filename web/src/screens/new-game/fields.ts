/** The fields of a new game. */
import { h, type VNode } from 'snabbdom';
import type { Game } from '../../games/game';
import { t } from '../../text';
import { segments, toggle } from '../../ui/controls';
import type { App } from '../../ui/page';
import { BOUNDS, type Choice, type Typed } from './choice';

export function opponent(app: App, choice: Choice): VNode {
  return segments(
    'opponent',
    t.newGame.opponent,
    [
      { value: 'engine', label: t.newGame.computer },
      { value: 'anyone', label: t.newGame.anyone },
      ...(app.me?.account ? [{ value: 'player', label: t.newGame.player } as const] : []),
      { value: 'link', label: t.newGame.friend },
      { value: 'same-board', label: t.newGame.sameBoard },
    ] as const,
    choice.opponent,
    opponent => choice.set({ opponent }),
  );
}

/** The name of the player to challenge. */
export function player(choice: Choice): VNode | null {
  if (choice.opponent !== 'player') return null;
  return h('label.field', { key: 'player' }, [
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
      props: { value: choice.playerName },
      on: { input: (event: Event) => (choice.playerName = (event.target as HTMLInputElement).value) },
    }),
  ]);
}

/** The level of the computer. */
export function level(choice: Choice): VNode | null {
  if (choice.opponent !== 'engine') return null;
  return segments(
    'level',
    t.newGame.level,
    choice.levels.map(level => ({ value: String(level), label: String(level), note: t.newGame.levelNote(level) })),
    String(choice.form.level),
    level => choice.set({ level: Number(level) }),
  );
}

/** The choice of colour, or a note why there is none. */
export function color(choice: Choice, { about }: Game): VNode | null {
  if (choice.form.opponent === 'same-board')
    return h('p.quiet', { key: 'both' }, about.sameBoardNote ?? t.newGame.sameBoardNote);
  if (choice.isRated) return null;
  return segments(
    'color',
    t.newGame.color,
    [
      { value: 'white', label: t.color.white },
      { value: 'random', label: t.newGame.random },
      { value: 'black', label: t.color.black },
    ] as const,
    choice.form.color,
    color => choice.set({ color }),
  );
}

export function clock(choice: Choice): VNode[] {
  const { clockShown } = choice;
  const fields: VNode[] = [
    segments('clock', t.newGame.clock, choice.clocks, clockShown, clock => choice.set({ clock })),
  ];
  if (clockShown === 'custom')
    fields.push(h('div.row', { key: 'custom' }, [number(choice, 'minutes', 0.5), number(choice, 'increment', 1)]));
  if (clockShown === 'correspondence') fields.push(h('div.row', { key: 'days' }, [number(choice, 'days', 1)]));
  return fields;
}

export function variant(choice: Choice, { about }: Game): VNode | null {
  const { variants } = choice;
  if (variants.length <= 1) return null;
  return segments(
    'variant',
    t.newGame.variant,
    variants.map(one => ({
      value: one.id,
      label: about.variants?.[one.id]?.name ?? one.name,
      note: about.variants?.[one.id]?.note ?? one.description,
    })),
    choice.form.variant,
    variant => choice.set({ variant }),
  );
}

/** Whether the game is rated, and the range of opponents' ratings. */
export function rated(choice: Choice): VNode[] {
  const { form } = choice;
  if (!choice.mayBeRated) return [];
  if (choice.opponent === 'link')
    return [toggle(t.newGame.rated, t.newGame.ratedLinkNote, form.ratedLink, ratedLink => choice.set({ ratedLink }))];
  const whether = toggle(t.newGame.rated, t.newGame.ratedNote, form.rated, rated => choice.set({ rated }));
  if (choice.opponent === 'player' || !form.rated) return [whether];
  return [
    whether,
    toggle(t.newGame.range, t.newGame.rangeNote, form.range, range => choice.set({ range })),
    ...(form.range
      ? [h('div.row', { key: 'range' }, [number(choice, 'lowest', 50), number(choice, 'highest', 50)])]
      : []),
  ];
}

/** The offer of a rated game against the computer, or why there is none at this level. */
export function placement(choice: Choice): VNode | null {
  const offer = choice.placement;
  if (offer === null) return null;
  const { number, most, engine } = offer;
  if (engine === null) return h('p.quiet', { key: 'not-rated', attrs: { 'data-test': 'not-rated' } }, offer.why_not);
  if (number === null) return null;
  return toggle(
    t.newGame.placement(number, most),
    t.newGame.placementNote(engine.rating),
    choice.form.placement,
    placement => choice.set({ placement }),
  );
}

export function takebacks(choice: Choice): VNode | null {
  const { form, opponent, isRated } = choice;
  if (form.opponent === 'same-board' || opponent === 'anyone' || opponent === 'player' || isRated) return null;
  return toggle(t.newGame.takebacks, t.newGame.takebacksNote, form.takebacks, takebacks => choice.set({ takebacks }));
}

/** A number field with its error. `step` is that of its arrow buttons. */
function number(choice: Choice, field: Typed, step: number): VNode {
  const [min, max] = BOUNDS[field];
  const id = numberId(field);
  const isWrong = choice.isTold(field);
  const text = (event: Event): string => (event.target as HTMLInputElement).value;
  return h('div.field.number', { key: field }, [
    h('label', { attrs: { for: id } }, t.newGame[field]),
    h('input', {
      attrs: {
        id,
        type: 'number',
        min,
        max,
        step,
        inputmode: 'decimal',
        ...(isWrong ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` } : {}),
      },
      props: { value: choice.text(field) },
      on: {
        change: (event: Event) => choice.type(field, text(event)),
        // A field shows no new error while it is being edited, but a shown one may be resolved.
        input: (event: Event) => isWrong && choice.type(field, text(event)),
      },
    }),
    isWrong
      ? h(
          'p.answer.bad',
          { attrs: { id: `${id}-problem`, role: 'alert' } },
          t.newGame.bounds(min, max, field !== 'minutes'),
        )
      : null,
  ]);
}

export function numberId(field: Typed): string {
  return `new-${field}`;
}
