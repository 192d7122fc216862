/** The fields with a default value, folded: the summary of each part says what it is now. */
import { h, type VNode } from 'snabbdom';
import { n } from '../../../text/new-event';
import { button, segments, toggle } from '../../../ui/controls';
import { textField } from '../common';
import { controlOf, usualDeadline } from '../draft';
import { defaultMinutes, runsOutSooner } from '../facts';
import { usualTieBreaks } from '../regulations';
import { number, textLine, time, type DraftForm } from './fields';
import { lawNow, playNow, playersNow, rankingNow, roundsNow } from './summaries';

/** The folded parts; `directors` is the field for them, if there is one. */
export function folded(form: DraftForm, directors: VNode | null): VNode[] {
  const { draft } = form;
  const control = controlOf(draft);
  return [
    ...(draft.format === 'arena' ? [] : [fold(n.parts.rounds, roundsNow(draft), rounds(form))]),
    fold(n.parts.players, playersNow(draft), [
      h('div.fields', [
        number(form, 'event-from', n.ratingFrom, draft.ratingFrom, { min: 0, max: 4000 }, ratingFrom =>
          form.set({ ratingFrom }),
        ),
        number(form, 'event-to', n.ratingTo, draft.ratingTo, { min: 0, max: 4000 }, ratingTo => form.set({ ratingTo })),
        number(form, 'event-most', n.mostPlayers, draft.mostPlayers, { min: 2, max: 1000 }, mostPlayers =>
          form.set({ mostPlayers }),
        ),
      ]),
      number(
        form,
        'event-check-in',
        n.checkIn,
        draft.checkIn,
        { min: 1, max: 1440 },
        checkIn => form.set({ checkIn }),
        n.checkInNote,
      ),
    ]),
    fold(n.parts.play, playNow(draft), [
      toggle(n.rated, n.ratedNote, draft.rated, rated => form.set({ rated })),
      number(
        form,
        'event-default',
        n.defaultMinutes,
        draft.defaultMinutes,
        { min: 1, max: 1440 },
        value => form.set({ defaultMinutes: value }),
        n.defaultNote(defaultMinutes({ control }), runsOutSooner({ control, defaultMinutes: draft.defaultMinutes })),
      ),
      number(
        form,
        'event-draws',
        n.drawTurns,
        draft.drawTurns,
        { min: 0, max: 500 },
        drawTurns => form.set({ drawTurns }),
        n.drawNote,
      ),
    ]),
    fold(n.parts.ranking, rankingNow(draft), ranking(form)),
    fold(n.parts.law, lawNow(draft), [
      directors,
      textField({
        id: 'event-regulations',
        label: n.regulations,
        note: n.regulationsNote,
        value: draft.regulations,
        most: 20_000,
        rows: 6,
        onInput: regulations => form.set({ regulations }),
      }),
    ]),
  ];
}

function rounds(form: DraftForm): VNode[] {
  const { draft } = form;
  const ofFormat: VNode[] = [];
  if (draft.format === 'swiss')
    ofFormat.push(
      number(
        form,
        'event-rounds',
        n.rounds,
        draft.rounds,
        { min: 1, max: 99 },
        rounds => form.set({ rounds }),
        n.roundsNote,
      ),
    );
  if (draft.format === 'round-robin') {
    ofFormat.push(
      toggle(n.double, '', draft.double, double => form.set({ double })),
      toggle(n.arranged, n.arrangedNote, draft.deadline !== null, isArranged =>
        form.set({ deadline: isArranged ? usualDeadline(draft.startsAt ?? Date.now()) : null }),
      ),
    );
    if (draft.deadline !== null)
      return [
        ...ofFormat,
        time(form, 'event-deadline', n.deadline, draft.deadline, deadline =>
          form.set({ deadline: deadline ?? draft.deadline }),
        ),
      ];
  }
  if (draft.format === 'knock-out')
    ofFormat.push(
      segments(
        'event-match-games',
        n.matchGames,
        (['1', '2', '4'] as const).map(value => ({ value, label: value })),
        draft.matchGames,
        matchGames => form.set({ matchGames }),
      ),
      toggle(n.thirdPlace, '', draft.thirdPlace, thirdPlace => form.set({ thirdPlace })),
    );
  return [
    ...ofFormat,
    segments(
      'event-schedule',
      n.schedule,
      [
        { value: 'after', label: n.after },
        { value: 'times', label: n.times },
      ],
      draft.schedule,
      schedule => form.set({ schedule, times: draft.times.length ? draft.times : [null] }),
    ),
    ...(draft.schedule === 'after'
      ? [
          number(form, 'event-after', n.afterMinutes, draft.after, { min: 0, max: 20_160 }, after =>
            form.set({ after }),
          ),
        ]
      : [
          ...draft.times.map((at, index) =>
            time(form, `event-time-${index}`, n.timeOf(index + 2), at, value =>
              form.set({ times: draft.times.map((other, place) => (place === index ? value : other)) }),
            ),
          ),
          button({
            label: n.addTime,
            icon: 'plus',
            kind: 'quiet',
            onClick: () => form.set({ times: [...draft.times, null] }),
          }),
        ]),
  ];
}

function ranking(form: DraftForm): VNode[] {
  const { draft } = form;
  const usual = usualTieBreaks(draft.format).join(', ');
  return [
    ...(draft.format === 'swiss'
      ? [
          segments(
            'event-bye',
            n.pairingBye,
            [
              { value: 'win', label: n.byes.win },
              { value: 'draw', label: n.byes.draw },
            ],
            draft.pairingBye,
            pairingBye => form.set({ pairingBye }),
          ),
          number(form, 'event-half-byes', n.halfPointByes, draft.halfPointByes, { min: 0, max: 99 }, halfPointByes =>
            form.set({ halfPointByes }),
          ),
        ]
      : []),
    textLine(
      form,
      'event-tie-breaks',
      n.tieBreaks,
      draft.tieBreaks,
      tieBreaks => form.set({ tieBreaks }),
      { spellcheck: 'false' },
      n.tieBreaksNote(usual),
    ),
  ];
}

function fold(title: string, now: string, children: (VNode | null)[]): VNode {
  return h('details.fold', { key: title }, [
    h('summary', [h('strong', title), h('small', now)]),
    h('div.fold-body', children),
  ]);
}
