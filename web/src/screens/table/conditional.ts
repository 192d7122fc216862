/** Conditional moves: prepared replies to possible moves of the opponent in a correspondence game. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { ConditionalMoves, State } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Study } from './study';
import { studyView } from './study-view';

/** Retry delay when there was no answer, in milliseconds. */
const AGAIN_MS = 3000;

type Lines = readonly (readonly string[])[];

export class Conditional {
  private known: ConditionalMoves | null = null;
  /** Whether `known` matches the server's lines in the current position. If not, nothing is changed, as saving sends all lines. */
  private isCurrent = false;
  /** Why the last change was not saved. */
  private problem = '';
  /** Why the lines are not known. */
  private unread = '';
  /** The event after which the lines were last requested. */
  private askedAfter: number | null = null;
  private isSaving = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;

  constructor(
    private readonly id: string,
    private readonly changed: () => void,
  ) {}

  destroy(): void {
    this.gone = true;
    clearTimeout(this.timer);
  }

  /** The game has gone on: lines may have been dropped or partly played. */
  take(state: State): void {
    if (!state.can.conditional || this.askedAfter === state.n) return;
    this.askedAfter = state.n;
    this.isCurrent = false;
    if (!this.isSaving) this.problem = '';
    void this.ask(state.n);
  }

  /** Requests the lines after an event, until there is an answer. Answers may arrive out of order. */
  private async ask(n: number): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.learn(await api.conditionalMoves(this.id), n);
      this.unread = '';
    } catch (error) {
      if (this.askedAfter !== n || this.gone) return;
      this.unread = error instanceof Refused ? error.message : t.app.failed;
      this.timer = setTimeout(() => void this.ask(n), AGAIN_MS);
    }
    this.changed();
  }

  /** Takes the lines after an event, unless there has been another event since. */
  private learn(known: ConditionalMoves, n: number): void {
    if (this.askedAfter !== n) return;
    this.known = known;
    this.isCurrent = true;
  }

  /** Saving sends all lines, so they are fetched first to keep the changes of other windows. Resolves to whether it succeeded. */
  private async save(n: number, change: (lines: Lines) => Lines): Promise<boolean> {
    this.isSaving = true;
    this.problem = '';
    this.changed();
    let isSaved = false;
    try {
      const { lines } = await api.conditionalMoves(this.id);
      this.learn(await api.setConditionalMoves(this.id, n, change(lines.map(one => one.actions))), n);
      isSaved = true;
    } catch (error) {
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.isSaving = false;
    this.changed();
    return isSaved;
  }

  view(state: State, study: Study, onTry: () => void): VNode {
    const lines = this.known?.lines ?? [];
    const isOwnTurn = state.actor === state.seat;
    const { line } = study;
    const isWhole = line.length > 0 && study.actor !== state.seat;
    const canSave = this.isCurrent && !this.isSaving;
    const add = button({
      label: t.conditional.add,
      icon: 'plus',
      kind: 'primary',
      testId: 'conditional-add',
      disabled: !isWhole || !canSave,
      onClick: () => {
        const added = line.map(one => one.action);
        void this.save(state.n, all => [...all, added]).then(isSaved => {
          if (isSaved) study.close();
        });
      },
    });
    return h('section.conditional', { key: 'conditional', attrs: { 'aria-label': t.conditional.title } }, [
      h('details', { attrs: { 'data-test': 'conditional', open: study.isOpen || lines.length > 0 } }, [
        h('summary', lines.length ? t.conditional.count(lines.length) : t.conditional.title),
        h('p.quiet', isOwnTurn ? t.conditional.ownTurn : t.conditional.note),
        lines.length
          ? h(
              'ul.conditional-lines',
              lines.map(one =>
                h('li', { key: one.actions.join(' '), attrs: { 'data-test': 'conditional-line' } }, [
                  h('span', one.notation.join(' ')),
                  button({
                    label: t.conditional.remove,
                    name: `${t.conditional.remove}: ${one.notation.join(' ')}`,
                    kind: 'quiet',
                    disabled: !canSave,
                    onClick: () => void this.save(state.n, all => all.filter(other => !isSame(other, one.actions))),
                  }),
                ]),
              ),
            )
          : null,
        h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem || this.unread),
        isOwnTurn || study.isOpen
          ? null
          : button({ label: t.conditional.try, icon: 'board', testId: 'conditional-try', onClick: onTry }),
      ]),
      study.isOpen ? studyView({ study, explorer: null, actions: [add] }) : null,
    ]);
  }
}

function isSame(line: readonly string[], other: readonly string[]): boolean {
  return line.join(' ') === other.join(' ');
}
