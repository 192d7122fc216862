/** Making an event: name, game, time control, format and start; everything else is folded, with its default shown. */
import { h, type VNode } from 'snabbdom';
import { events, type Settings } from '../../api/events';
import { Refused } from '../../api/http';
import { IdempotencyKeys } from '../../api/keys';
import { focusSoon } from '../../board/focus';
import { t } from '../../text';
import { e } from '../../text/events';
import { n } from '../../text/new-event';
import { link } from '../../ui/controls';
import type { App, Page } from '../../ui/page';
import { withBack } from '../../ui/paths';
import { variantNames } from '../archive/query';
import { accentOf, choice, eventPath, factorLink } from './common';
import { draftOf, newDraft, settingsOf, type Draft } from './draft';
import { NameField } from './name-field';
import { control, format, start } from './new/basics';
import { textLine, type DraftForm } from './new/fields';
import { folded } from './new/folds';
import { wrongField } from './new/wrong';

export function newEventPage(app: App): Page {
  return new EventForm(app, null);
}

/** Changes the settings of an event. */
export function eventSettingsPage(app: App, id: string): Page {
  return new EventForm(app, id);
}

class EventForm implements Page, DraftForm {
  draft: Draft;
  private readonly chief: NameField;
  private readonly deputy: NameField;
  private directors = '';
  private problem = '';
  /** The field that the problem is about; empty: the form as a whole. */
  private wrong = '';
  /** Whether the problem is a missing second factor. */
  private lacksFactor = false;
  private readonly keys = new IdempotencyKeys();
  private isSending = false;
  private isKnown: boolean;
  private gone = false;

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
    this.gone = true;
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

  set(change: Partial<Draft>): void {
    Object.assign(this.draft, change);
    this.app.redraw();
  }

  /** The first missing field, checked before sending: its id, and the sentence. */
  private missing(): [string, string] | null {
    const { name, startsAt } = this.draft;
    if (name.trim() === '') return ['event-name', n.missing.name];
    if (startsAt === null) return ['event-start', n.missing.startsAt];
    if (this.id !== null) return null;
    if (this.chiefName === '') return ['event-chief', n.missing.chiefArbiter];
    if (this.deputy.value === '' || this.deputy.value === this.chiefName) return ['event-deputy', n.missing.deputy];
    return null;
  }

  /** The name of the Chief Arbiter: the user, unless somebody else is named. */
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
        const wanted = {
          settings,
          chiefArbiter: this.chiefName,
          deputy: this.deputy.value,
          ...(directors.length && this.app.me ? { directors: [this.app.me.name, ...directors] } : {}),
        };
        const made = await events.create(wanted, this.keys.of(wanted));
        this.done(made.id, n.made);
      } else {
        await events.command(this.id, { type: 'changeSettings', settings });
        this.done(this.id, n.saved);
      }
    } catch (error) {
      const message = error instanceof Refused ? error.message : t.app.failed;
      // A user who has gone to another page is told there, as this form's fields are gone.
      if (this.gone) return this.app.note(message);
      this.lacksFactor = error instanceof Refused && error.code === 'arbiter-without-second-factor';
      const path = error instanceof Refused ? (error.problem?.field ?? '') : '';
      this.refuse(message, wrongField(path, this.draft));
    }
    this.isSending = false;
    this.app.redraw();
  }

  private done(id: string, words: string): void {
    this.app.note(words);
    // A user who has gone to another page meanwhile stays there.
    if (!this.gone) this.app.go(eventPath(id));
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

  /** The mistake in a field. */
  problemOf(id: string): string {
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
              textLine(this, 'event-name', n.name, draft.name, value => this.set({ name: value }), {
                maxlength: 80,
                placeholder: n.nameHint,
              }),
              choice('event-variant', n.game, variantNames(), draft.variant, variant => this.set({ variant })),
              ...control(this),
              ...format(this),
              start(this),
              ...(this.id === null ? this.officials() : []),
              ...folded(this, this.id === null ? this.directorsField() : null),
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

  /** The link to the user's second factor, if they lack it for being an arbiter. */
  private factorOf({ value }: NameField, id: string): VNode | null {
    const isOwn = value.toLowerCase() === this.app.me?.name.toLowerCase();
    return this.lacksFactor && isOwn && this.wrong === id ? factorLink() : null;
  }

  /** Whether the user was already filled in as Chief Arbiter, which is done only once. */
  private isChiefShown = false;

  private directorsField(): VNode {
    return textLine(
      this,
      'event-directors',
      n.directors,
      this.directors,
      value => {
        this.directors = value;
        this.app.redraw();
      },
      { autocapitalize: 'none', spellcheck: 'false' },
      n.directorsNote,
    );
  }
}
