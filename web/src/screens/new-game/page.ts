/** The page on which a game is set up. */
import { h } from 'snabbdom';
import { afterDrawing } from '../../board/focus';
import { api, Refused } from '../../api/http';
import { IdempotencyKeys } from '../../api/keys';
import { marked, type Game } from '../../games/game';
import { t } from '../../text';
import type { App, Page } from '../../ui/page';
import { Choice } from './choice';
import * as fields from './fields';
import { make } from './make';

/** `asked` has the opponent that the address names: a kind and, for a player, the name. */
export function newGamePage(app: App, game: Game, asked: URLSearchParams): Page {
  const { id, about } = game;
  const choice = new Choice(app, id, asked);
  let refused = '';
  let sending = false;
  let gone = false;
  // A second click or a resend makes no second game.
  const keys = new IdempotencyKeys();

  const failed = (error: unknown): void => {
    refused = error instanceof Refused ? error.message : t.app.failed;
    app.redraw();
  };

  void api.variants().then(offered => {
    choice.offer(offered);
    app.redraw();
  }, failed);

  const start = async (): Promise<void> => {
    if (sending) return;
    if (choice.opponent === 'player' && choice.playerName.trim() === '') {
      refused = t.newGame.playerMissing;
      app.redraw();
      return;
    }
    const { wrong } = choice;
    if (wrong) {
      refused = '';
      choice.tell();
      return afterDrawing(() => document.getElementById(fields.numberId(wrong))?.focus());
    }
    sending = true;
    refused = '';
    choice.keep();
    app.redraw();
    try {
      const path = await make(app, choice, keys);
      // A player who has gone to another page meanwhile stays there.
      if (!gone) app.go(path);
    } catch (error) {
      sending = false;
      failed(error);
    }
  };

  return {
    title: about.title,
    destroy: () => {
      gone = true;
    },
    view: () =>
      h('main.page.narrow.sheet', { attrs: { id: 'main', tabindex: -1, ...marked(game) } }, [
        h('h1', about.title),
        h('p.lead', about.idea),
        h(
          'form.panel',
          {
            // Errors are shown beside their fields.
            attrs: { novalidate: true },
            on: {
              submit: (event: Event) => {
                event.preventDefault();
                void start();
              },
            },
          },
          [
            fields.opponent(app, choice),
            fields.player(choice),
            fields.level(choice),
            fields.color(choice, game),
            ...fields.clock(choice),
            fields.variant(choice, game),
            ...fields.rated(choice),
            fields.placement(choice),
            fields.takebacks(choice),
            h('p.answer.bad', { key: 'refused', attrs: { role: 'alert' } }, refused),
            h(
              'button.button.primary.wide',
              // Whether it can be rated, and who can be challenged, depends on who the player is.
              { key: 'start', attrs: { type: 'submit', disabled: sending || app.me === null, 'data-test': 'start' } },
              startLabel(choice),
            ),
          ],
        ),
      ]),
  };
}

function startLabel({ opponent }: Choice): string {
  switch (opponent) {
    case 'player':
      return t.newGame.challenge;
    case 'anyone':
      return t.newGame.seek;
    case 'link':
      return t.newGame.makeLink;
    default:
      return t.newGame.start;
  }
}
