/** The basic fields besides the name and the game: the time control, the format and the start. */
import { h, type VNode } from 'snabbdom';
import { n } from '../../../text/new-event';
import { button, segments } from '../../../ui/controls';
import type { ControlKind, FormatKind } from '../draft';
import { number, time, type DraftForm } from './fields';

const MINUTE_MS = 60_000;
const CONTROLS: readonly ControlKind[] = ['blitz', 'rapid', 'standard', 'custom'];
const FORMATS: readonly FormatKind[] = ['swiss', 'round-robin', 'knock-out', 'match', 'arena'];
/** The hour of the quick choices for an evening. */
const EVENING = 19;

export function control(form: DraftForm): VNode[] {
  const { draft } = form;
  const options = CONTROLS.map(value => ({ value, label: n.controls[value][0], note: n.controls[value][1] }));
  return [
    segments('event-control', n.control, options, draft.control, control => form.set({ control })),
    ...(draft.control === 'custom'
      ? [
          h('div.fields', { key: 'custom' }, [
            number(form, 'event-minutes', n.minutes, draft.minutes, { min: 0, max: 1440, step: 0.5 }, minutes =>
              form.set({ minutes }),
            ),
            number(form, 'event-increment', n.increment, draft.increment, { min: 0, max: 3600 }, increment =>
              form.set({ increment }),
            ),
            number(form, 'event-delay', n.delay, draft.delay, { min: 0, max: 3600 }, delay => form.set({ delay })),
          ]),
        ]
      : []),
  ];
}

export function format(form: DraftForm): VNode[] {
  const { draft } = form;
  const options = FORMATS.map(value => ({ value, label: n.formats[value][0], note: n.formats[value][1] }));
  const chosen = segments('event-format', n.format, options, draft.format, format => form.set({ format }));
  switch (draft.format) {
    case 'match':
      return [
        chosen,
        number(form, 'event-games', n.games, draft.games, { min: 1, max: 99 }, games => form.set({ games })),
      ];
    case 'arena':
      return [
        chosen,
        number(form, 'event-length', n.length, draft.length, { min: 10, max: 1440 }, length => form.set({ length })),
      ];
    default:
      return [chosen];
  }
}

export function start(form: DraftForm): VNode {
  const evening = (days: number): number => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    return date.setHours(EVENING, 0, 0, 0);
  };
  const now = Date.now();
  const quick: [string, number][] = [
    [n.quick.quarter, Math.ceil((now + 15 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS],
    [n.quick.hour, Math.ceil((now + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS],
    ...(evening(0) > now ? [[n.quick.evening, evening(0)] as [string, number]] : []),
    [n.quick.tomorrow, evening(1)],
  ];
  return h('div.start', { key: 'start' }, [
    time(form, 'event-start', n.start, form.draft.startsAt, startsAt => form.set({ startsAt })),
    h(
      'div.row',
      quick.map(([label, at]) => button({ label, kind: 'quiet', onClick: () => form.set({ startsAt: at }) })),
    ),
  ]);
}
