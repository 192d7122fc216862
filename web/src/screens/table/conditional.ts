/** Conditional moves: what is answered in a correspondence game if the opponent plays this or that. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../../api/http';
import type { ConditionalMoves, State } from '../../api/types';
import { t } from '../../text';
import { button } from '../../ui/controls';
import type { Study } from './study';
import { studyView } from './study-view';

export class Conditional {
  private known: ConditionalMoves | null = null;
  private problem = '';
  /** The event after which it was asked last. */
  private askedAfter: number | null = null;
  private isSaving = false;

  constructor(
    private readonly id: string,
    private readonly changed: () => void,
  ) {}

  /** The game has gone on: some lines may be gone, or further on. */
  take(state: State): void {
    if (!state.can.conditional || this.askedAfter === state.n) return;
    this.askedAfter = state.n;
    // Answers may overtake each other.
    void this.with(api.conditionalMoves(this.id), () => this.askedAfter !== state.n);
  }

  /** `isPast`: whether the answer, when it comes, is about a position that has passed. */
  private async with(asked: Promise<ConditionalMoves>, isPast: () => boolean = () => false): Promise<void> {
    try {
      const known = await asked;
      if (isPast()) return;
      this.known = known;
      this.problem = '';
    } catch (error) {
      if (isPast()) return;
      this.problem = error instanceof Refused ? error.message : t.app.failed;
    }
    this.changed();
  }

  private async save(n: number, lines: readonly (readonly string[])[]): Promise<void> {
    this.isSaving = true;
    await this.with(api.setConditionalMoves(this.id, n, lines));
    this.isSaving = false;
    this.changed();
  }

  view(state: State, study: Study, onTry: () => void): VNode {
    const lines = this.known?.lines ?? [];
    const isOwnTurn = state.actor === state.seat;
    const { line } = study;
    const isWhole = line.length > 0 && study.actor !== state.seat;
    const add = button({
      label: t.conditional.add,
      icon: 'plus',
      kind: 'primary',
      testId: 'conditional-add',
      disabled: !isWhole || this.isSaving,
      onClick: () => {
        void this.save(state.n, [...lines.map(one => one.actions), line.map(one => one.action)]).then(() => {
          if (!this.problem) study.close();
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
              lines.map((one, index) =>
                h('li', { key: one.actions.join(' '), attrs: { 'data-test': 'conditional-line' } }, [
                  h('span', one.notation.join(' ')),
                  button({
                    label: t.conditional.remove,
                    name: `${t.conditional.remove}: ${one.notation.join(' ')}`,
                    kind: 'quiet',
                    disabled: this.isSaving,
                    onClick: () =>
                      void this.save(
                        state.n,
                        lines.filter((_, other) => other !== index).map(other => other.actions),
                      ),
                  }),
                ]),
              ),
            )
          : null,
        h('p.answer.bad', { attrs: { role: 'alert' } }, this.problem),
        isOwnTurn || study.isOpen
          ? null
          : button({ label: t.conditional.try, icon: 'board', testId: 'conditional-try', onClick: onTry }),
      ]),
      study.isOpen ? studyView({ study, explorer: null, actions: [add] }) : null,
    ]);
  }
}
