/** Making an event: a name, a game, a control, a format, a start; everything else is folded, with its usual value shown. */
import { h, type VNode } from 'snabbdom';
import { events, type Settings } from '../../api/events';
import { Refused } from '../../api/http';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { e } from '../../text/events';
import { n } from '../../text/new-event';
import { button, link, segments, toggle } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { withBack } from '../../ui/paths';
import { variantNames } from '../archive/query';
import { accentOf, choice, eventPath, factorLink, field, numberField, textField } from './common';
import { fromLocal, toLocal } from './times';
import {
  controlOf,
  draftOf,
  newDraft,
  settingsOf,
  usualDeadline,
  type ControlKind,
  type Draft,
  type FormatKind,
} from './draft';
import { NameField } from './name-field';
import { defaultMinutes, usualTieBreaks } from './regulations';

const MINUTE_MS = 60_000;
const CONTROLS: readonly ControlKind[] = ['blitz', 'rapid', 'standard', 'custom'];
const FORMATS: readonly FormatKind[] = ['swiss', 'round-robin', 'knock-out', 'match', 'arena'];
/** The hour at which evenings begin. */
const EVENING = 19;

/** Which field of the form a field of the request is. */
const FIELDS: Record<string, string> = {
  name: 'event-name',
  variant: 'event-variant',
  control: 'event-minutes',
  startsAt: 'event-start',
  format: 'event-format',
  schedule: 'event-after',
  conditions: 'event-most',
  tieBreaks: 'event-tie-breaks',
  checkInMinutes: 'event-check-in',
  defaultMinutes: 'event-default',
  decisionHours: 'event-decision',
  regulations: 'event-regulations',
  chiefArbiter: 'event-chief',
  deputy: 'event-deputy',
  directors: 'event-directors',
  mostPlayers: 'event-most',
  ratingFrom: 'event-from',
  ratingTo: 'event-to',
};

export function newEventPage(app: App): Page {
  return new EventForm(app, null);
}

/** Changes the settings of an event. */
export function eventSettingsPage(app: App, id: string): Page {
  return new EventForm(app, id);
}

class EventForm implements Page {
  private draft: Draft;
  private readonly chief: NameField;
  private readonly deputy: NameField;
  private directors = '';
  private problem = '';
  /** The field that the problem is about; empty: the form as a whole. */
  private wrong = '';
  /** Whether the problem is a second factor that is missing. */
  private lacksFactor = false;
  private isSending = false;
  private isKnown: boolean;

  constructor(
    private readonly app: App,
    /** The event that is changed. */
    private readonly id: string | null,
  ) {
    const redraw = (): void => app.redraw();
    this.draft = newDraft(Date.now());
    this.chief = new NameField('event-chief', redraw);
    this.deputy = new NameField('event-deputy', redraw);
    this.isKnown = id === null;
    if (id !== null) void this.load(id);
  }

  get title(): string {
    return this.id === null ? n.title : n.editTitle;
  }

  destroy(): void {
    this.chief.destroy();
    this.deputy.destroy();
  }

  private async load(id: string): Promise<void> {
    try {
      this.draft = draftOf((await events.detail(id)).settings);
      this.isKnown = true;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.app.redraw();
  }

  private set(change: Partial<Draft>): void {
    Object.assign(this.draft, change);
    this.app.redraw();
  }

  /** What is missing before anything is sent: the field, and the sentence. */
  private missing(): [string, string] | null {
    const { name, startsAt } = this.draft;
    if (name.trim() === '') return ['event-name', n.missing.name];
    if (startsAt === null) return ['event-start', n.missing.startsAt];
    if (this.id !== null) return null;
    if (this.chiefName === '') return ['event-chief', n.missing.chiefArbiter];
    if (this.deputy.value === '' || this.deputy.value === this.chiefName) return ['event-deputy', n.missing.deputy];
    return null;
  }

  /** The maker, as long as nobody else is named. */
  private get chiefName(): string {
    return this.chief.value || (this.app.me?.account ? this.app.me.name : '');
  }

  private async send(): Promise<void> {
    if (this.isSending) return;
    const missing = this.missing();
    if (missing) return this.refuse(missing[1], missing[0]);
    const settings: Settings = settingsOf(this.draft);
    this.isSending = true;
    this.refuse('', '');
    try {
      if (this.id === null) {
        const directors = this.directors.split(/[\s,;]+/).filter(Boolean);
        const made = await events.create({
          settings,
          chiefArbiter: this.chiefName,
          deputy: this.deputy.value,
          ...(directors.length && this.app.me ? { directors: [this.app.me.name, ...directors] } : {}),
        });
        this.app.note(n.made);
        this.app.go(eventPath(made.id));
      } else {
        await events.command(this.id, { type: 'changeSettings', settings });
        this.app.note(n.saved);
        this.app.go(eventPath(this.id));
      }
    } catch (error) {
      this.lacksFactor = error instanceof Refused && error.code === 'arbiter-without-second-factor';
      const name = error instanceof Refused ? (error.problem?.field ?? '') : '';
      const known = name.split('.').map(one => FIELDS[one] ?? '');
      this.refuse(error instanceof Refused ? error.message : t.app.failed, known.filter(Boolean).at(-1) ?? '');
    }
    this.isSending = false;
    this.app.redraw();
  }

  private refuse(problem: string, wrong: string): void {
    this.problem = problem;
    this.wrong = document.getElementById(wrong) ? wrong : '';
    if (this.wrong) {
      const element = document.getElementById(this.wrong);
      element?.closest('details')?.setAttribute('open', '');
      focusSoon(`#${this.wrong}`);
    }
    this.app.redraw();
  }

  /** What is wrong with a field. */
  private problemOf(id: string): string {
    return this.wrong === id ? this.problem : '';
  }

  view(): VNode {
    const { draft, app } = this;
    if (app.me && !app.me.account)
      return h('main.page.narrow', { key: 'new-event', attrs: { id: 'main', tabindex: -1 } }, [
        h('h1', this.title),
        h('p', e.lead),
        h('div.row', [link(app.go, withBack('/sign-in', location), '.button.primary', [e.signIn])]),
      ]);
    return h('main.page.narrow.new-event', { key: 'new-event', attrs: { id: 'main', tabindex: -1 } }, [
      h('div.page-head', [h('h1', this.title), h('p.lead', this.id === null ? n.lead : n.editLead)]),
      this.isKnown
        ? h(
            'form.panel.form',
            {
              attrs: { novalidate: true, 'data-test': 'event-form', ...accentOf(draft.variant) },
              on: {
                submit: (event: Event) => {
                  event.preventDefault();
                  void this.send();
                },
              },
            },
            [
              this.text('event-name', n.name, draft.name, value => this.set({ name: value }), {
                maxlength: 80,
                placeholder: n.nameHint,
              }),
              choice('event-variant', n.game, variantNames(), draft.variant, variant => this.set({ variant })),
              ...this.control(),
              ...this.format(),
              this.start(),
              ...(this.id === null ? this.officials() : []),
              ...this.folded(),
              h('p.answer.bad', { attrs: { role: 'alert' } }, this.wrong === '' ? this.problem : ''),
              h('div.row', [
                h(
                  'button.button.primary',
                  { attrs: { type: 'submit', disabled: this.isSending, 'data-test': 'event-send' } },
                  this.id === null ? n.make : n.save,
                ),
                link(app.go, this.id === null ? '/events' : eventPath(this.id), '.button.quiet', [n.cancel]),
              ]),
            ],
          )
        : h('p', { attrs: { role: 'status' } }, this.problem || t.app.loading),
    ]);
  }

  private text(
    id: string,
    label: string,
    value: string,
    put: (value: string) => void,
    attrs: Record<string, string | number> = {},
    note = '',
  ): VNode {
    const problem = this.problemOf(id);
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

  private number(
    id: string,
    label: string,
    value: number | null,
    range: { min: number; max: number; step?: number },
    put: (value: number | null) => void,
    note = '',
  ): VNode {
    return numberField(id, label, value, range, put, note, this.problemOf(id));
  }

  private time(id: string, label: string, value: number | null, put: (value: number | null) => void): VNode {
    const problem = this.problemOf(id);
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

  // --- what everybody fills in

  private control(): VNode[] {
    const { draft } = this;
    const options = CONTROLS.map(value => ({ value, label: n.controls[value][0], note: n.controls[value][1] }));
    return [
      segments('event-control', n.control, options, draft.control, control => this.set({ control })),
      ...(draft.control === 'custom'
        ? [
            h('div.fields', { key: 'custom' }, [
              this.number('event-minutes', n.minutes, draft.minutes, { min: 0, max: 1440, step: 0.5 }, minutes =>
                this.set({ minutes }),
              ),
              this.number('event-increment', n.increment, draft.increment, { min: 0, max: 3600 }, increment =>
                this.set({ increment }),
              ),
              this.number('event-delay', n.delay, draft.delay, { min: 0, max: 3600 }, delay => this.set({ delay })),
            ]),
          ]
        : []),
    ];
  }

  private format(): VNode[] {
    const { draft } = this;
    const options = FORMATS.map(value => ({ value, label: n.formats[value][0], note: n.formats[value][1] }));
    const chosen = segments('event-format', n.format, options, draft.format, format => this.set({ format }));
    const problem = this.problemOf('event-format');
    const told = problem ? [h('p.answer.bad', { attrs: { role: 'alert', id: 'event-format' } }, problem)] : [];
    switch (draft.format) {
      case 'match':
        return [
          chosen,
          ...told,
          this.number('event-games', n.games, draft.games, { min: 1, max: 99 }, games => this.set({ games })),
        ];
      case 'arena':
        return [
          chosen,
          ...told,
          this.number('event-length', n.length, draft.length, { min: 10, max: 1440 }, length => this.set({ length })),
        ];
      default:
        return [chosen, ...told];
    }
  }

  private start(): VNode {
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
      this.time('event-start', n.start, this.draft.startsAt, startsAt => this.set({ startsAt })),
      h(
        'div.row',
        quick.map(([label, at]) => button({ label, kind: 'quiet', onClick: () => this.set({ startsAt: at }) })),
      ),
    ]);
  }

  private officials(): VNode[] {
    const { chief, deputy } = this;
    if (chief.value === '' && this.app.me?.account && !this.isChiefShown) {
      chief.value = this.app.me.name;
      this.isChiefShown = true;
    }
    return [
      chief.view(
        n.chiefArbiter,
        n.chiefArbiterNote,
        this.problemOf('event-chief'),
        this.factorOf(chief, 'event-chief'),
      ),
      deputy.view(n.deputy, n.deputyNote, this.problemOf('event-deputy'), this.factorOf(deputy, 'event-deputy')),
    ];
  }

  /** The way to one's own second factor, if it is missing for being an arbiter. */
  private factorOf({ value }: NameField, id: string): VNode | null {
    const isOwn = value.toLowerCase() === this.app.me?.name.toLowerCase();
    return this.lacksFactor && isOwn && this.wrong === id ? factorLink() : null;
  }

  /** Whether the maker was put in as Chief Arbiter: once. */
  private isChiefShown = false;

  // --- what has a usual value

  private folded(): VNode[] {
    const { draft } = this;
    return [
      ...(draft.format === 'arena' ? [] : [fold(n.parts.rounds, this.roundsNow(), this.rounds())]),
      fold(n.parts.players, this.playersNow(), [
        h('div.fields', [
          this.number('event-from', n.ratingFrom, draft.ratingFrom, { min: 0, max: 4000 }, ratingFrom =>
            this.set({ ratingFrom }),
          ),
          this.number('event-to', n.ratingTo, draft.ratingTo, { min: 0, max: 4000 }, ratingTo =>
            this.set({ ratingTo }),
          ),
          this.number('event-most', n.mostPlayers, draft.mostPlayers, { min: 2, max: 1000 }, mostPlayers =>
            this.set({ mostPlayers }),
          ),
        ]),
        this.number(
          'event-check-in',
          n.checkIn,
          draft.checkIn,
          { min: 1, max: 1440 },
          checkIn => this.set({ checkIn }),
          n.checkInNote,
        ),
      ]),
      fold(n.parts.play, this.playNow(), [
        toggle(n.rated, n.ratedNote, draft.rated, rated => this.set({ rated })),
        this.number(
          'event-default',
          n.defaultMinutes,
          draft.defaultMinutes,
          { min: 1, max: 1440 },
          value => this.set({ defaultMinutes: value }),
          n.defaultNote(defaultMinutes({ control: controlOf(draft) })),
        ),
        this.number(
          'event-draws',
          n.drawTurns,
          draft.drawTurns,
          { min: 0, max: 500 },
          drawTurns => this.set({ drawTurns }),
          n.drawNote,
        ),
      ]),
      fold(n.parts.ranking, this.rankingNow(), this.ranking()),
      fold(n.parts.law, this.lawNow(), [
        ...(this.id === null
          ? [
              this.text(
                'event-directors',
                n.directors,
                this.directors,
                value => {
                  this.directors = value;
                  this.app.redraw();
                },
                { autocapitalize: 'none', spellcheck: 'false' },
                n.directorsNote,
              ),
            ]
          : []),
        this.number(
          'event-decision',
          n.decisionHours,
          draft.decisionHours,
          { min: 1, max: 720 },
          decisionHours => this.set({ decisionHours }),
          n.decisionNote,
        ),
        textField({
          id: 'event-regulations',
          label: n.regulations,
          note: n.regulationsNote,
          value: draft.regulations,
          most: 20_000,
          rows: 6,
          onInput: regulations => this.set({ regulations }),
        }),
      ]),
    ];
  }

  private rounds(): VNode[] {
    const { draft } = this;
    const ofFormat: VNode[] = [];
    if (draft.format === 'swiss')
      ofFormat.push(
        this.number(
          'event-rounds',
          n.rounds,
          draft.rounds,
          { min: 1, max: 99 },
          rounds => this.set({ rounds }),
          n.roundsNote,
        ),
      );
    if (draft.format === 'round-robin') {
      ofFormat.push(
        toggle(n.double, '', draft.double, double => this.set({ double })),
        toggle(n.arranged, n.arrangedNote, draft.deadline !== null, isArranged =>
          this.set({ deadline: isArranged ? usualDeadline(draft.startsAt ?? Date.now()) : null }),
        ),
      );
      if (draft.deadline !== null)
        return [
          ...ofFormat,
          this.time('event-deadline', n.deadline, draft.deadline, deadline =>
            this.set({ deadline: deadline ?? draft.deadline }),
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
          matchGames => this.set({ matchGames }),
        ),
        toggle(n.thirdPlace, '', draft.thirdPlace, thirdPlace => this.set({ thirdPlace })),
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
        schedule => this.set({ schedule, times: draft.times.length ? draft.times : [null] }),
      ),
      ...(draft.schedule === 'after'
        ? [
            this.number('event-after', n.afterMinutes, draft.after, { min: 0, max: 20_160 }, after =>
              this.set({ after }),
            ),
          ]
        : [
            ...draft.times.map((time, index) =>
              this.time(`event-time-${index}`, n.timeOf(index + 2), time, value => {
                draft.times[index] = value;
                this.app.redraw();
              }),
            ),
            button({
              label: n.addTime,
              icon: 'plus',
              kind: 'quiet',
              onClick: () => this.set({ times: [...draft.times, null] }),
            }),
          ]),
    ];
  }

  private ranking(): VNode[] {
    const { draft } = this;
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
              pairingBye => this.set({ pairingBye }),
            ),
            this.number('event-half-byes', n.halfPointByes, draft.halfPointByes, { min: 0, max: 99 }, halfPointByes =>
              this.set({ halfPointByes }),
            ),
          ]
        : []),
      this.text(
        'event-tie-breaks',
        n.tieBreaks,
        draft.tieBreaks,
        tieBreaks => this.set({ tieBreaks }),
        { spellcheck: 'false' },
        n.tieBreaksNote(usual),
      ),
    ];
  }

  // --- what holds now, in the summaries

  private roundsNow(): string {
    const { draft } = this;
    const words: string[] = [];
    if (draft.format === 'swiss') words.push(n.now.rounds(draft.rounds));
    if (draft.format === 'round-robin' && draft.double) words.push(n.now.double);
    if (draft.format === 'round-robin' && draft.deadline !== null) return [...words, n.now.arranged].join(', ');
    if (draft.format === 'knock-out') words.push(`${n.matchGames}: ${draft.matchGames}`);
    if (draft.format === 'knock-out' && draft.thirdPlace) words.push(n.now.thirdPlace);
    words.push(draft.schedule === 'after' ? n.now.after(draft.after ?? 2) : n.now.times);
    return words.join(', ');
  }

  private playersNow(): string {
    const { ratingFrom, ratingTo, mostPlayers, checkIn } = this.draft;
    return [
      ratingFrom === null && ratingTo === null ? n.now.anybody : n.now.rating(ratingFrom, ratingTo),
      ...(mostPlayers === null ? [] : [n.now.most(mostPlayers)]),
      n.now.checkIn(checkIn),
    ].join(', ');
  }

  private playNow(): string {
    const { draft } = this;
    return [
      draft.rated ? n.now.rated : n.now.casual,
      n.now.defaultTime(draft.defaultMinutes ?? defaultMinutes({ control: controlOf(draft) })),
      n.now.draws(draft.drawTurns ?? 0),
    ].join(', ');
  }

  private rankingNow(): string {
    const { draft } = this;
    const tieBreaks = draft.tieBreaks.trim() || usualTieBreaks(draft.format).join(', ');
    return [...(draft.format === 'swiss' ? [n.now.halfByes(draft.halfPointByes ?? 1)] : []), tieBreaks || n.usual].join(
      ', ',
    );
  }

  private lawNow(): string {
    const { decisionHours, regulations } = this.draft;
    return [n.now.decision(decisionHours ?? 24), regulations.trim() ? n.now.own : n.now.noOwn].join(', ');
  }
}

function fold(title: string, now: string, children: (VNode | null)[]): VNode {
  return h('details.fold', { key: title }, [
    h('summary', [h('strong', title), h('small', now)]),
    h('div.fold-body', children),
  ]);
}
