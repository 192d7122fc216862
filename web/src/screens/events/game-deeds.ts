/** The acts of officials on a game: rule, ask the engine, open its seal. */
import { h, type VNode } from 'snabbdom';
import type { Board, EventDetail } from '../../api/events';
import { d } from '../../text/desk';
import { resultSign } from '../../text/events';
import { button, link } from '../../ui/controls';
import { choice } from './common';
import type { DeskHost } from './host';
import { AskForm } from './ask';
import { whereOf } from './form';
import { RuleForm } from './rule';

/** Opens the seal of a game, with a confirmation: that cannot be undone. */
export function sealButton(host: DeskHost, game: string): VNode {
  return button({
    key: 'seal',
    label: d.act.seal,
    kind: 'quiet',
    testId: 'open-seal',
    onClick: () =>
      host.open(
        new AskForm(host, {
          title: d.act.sealAsk,
          note: d.act.sealNote,
          yes: d.act.seal,
          no: d.act.keep,
          done: d.act.sealDone,
          command: () => ({ type: 'openSeal', game }),
        }),
      ),
  });
}

/** The rarely needed acts on a game. */
export function gameDeeds(host: DeskHost, { game, you }: Board): VNode[] {
  return [
    button({
      key: 'evidence',
      label: d.act.evidence,
      kind: 'quiet',
      testId: 'ask-engine',
      disabled: host.isBusy,
      onClick: () => host.evidence(game),
    }),
    ...(you.openSeal ? [sealButton(host, game)] : []),
  ];
}

/** Any game of the event, for a director who rules without being called. */
export class AnyGame {
  private chosen = '';

  constructor(private readonly host: DeskHost) {}

  view(detail: EventDetail): VNode[] {
    const { host } = this;
    const games = detail.rounds.flatMap(round => round.boards).reverse();
    const board = games.find(one => one.game === this.chosen) ?? games[0];
    if (!board) return [h('p.quiet', d.anyGame.none)];
    const named = games.map(
      one =>
        [
          one.game,
          [whereOf(detail, one.game), one.result ? resultSign[one.result] : ''].filter(Boolean).join(': '),
        ] as const,
    );
    return [
      h('p.quiet', d.anyGame.note),
      choice('any-game', d.anyGame.which, named, board.game, game => {
        this.chosen = game;
        host.redraw();
      }),
      h('div.row', [
        button({
          key: 'rule',
          label: d.act.rule,
          testId: 'any-rule',
          disabled: !board.you.rule,
          onClick: () => host.open(new RuleForm(host, { game: board.game })),
        }),
        link(path => host.go(path), `/g/${board.game}`, '.button.quiet', [d.act.toGame]),
        ...gameDeeds(host, board),
      ]),
      board.you.rule ? h('span') : h('p.quiet', d.anyGame.final),
    ];
  }
}
