/** The list of notifications behind the bell, and the toast for a challenge on any page. */
import { h, type VNode } from 'snabbdom';
import { api, Refused } from '../api/http';
import type { Challenge, DeclineReason, RoundGame, Turn } from '../api/types';
import { focusSoon } from '../board/focus';
import { findGame } from '../games';
import { marked } from '../games/game';
import { t } from '../text';
import { clockText, curly, momentText } from '../text/format';
import { button, dialog, link } from '../ui/controls';
import type { App } from '../ui/page';
import { rated } from './names';

const REASONS = Object.keys(t.notices.reasons) as DeclineReason[];

/** Sends a request to the server, and shows a refusal. */
async function ask(app: App, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    app.note(error instanceof Refused ? error.message : t.app.failed);
  }
}

function accept(app: App, challenge: Challenge): void {
  void ask(app, async () => {
    const { url } = await api.acceptChallenge(challenge.id);
    app.feed.show(false);
    app.go(url);
  });
}

function decline(app: App, challenge: Challenge, reason: DeclineReason): void {
  app.feed.putAside(challenge);
  void ask(app, () => api.declineChallenge(challenge.id, reason));
}

/** The game and its terms, in words. */
function terms({ variant_name, clock, rated: isRated, color }: Challenge, isIncoming: boolean): string {
  const words = t.notices.terms(curly(variant_name), t.lobby.clock(clock), isRated);
  return color && isIncoming ? `${words}, ${t.notices.youPlay(color)}` : words;
}

const name = ({ challenger, rating, provisional }: Challenge): string =>
  rating === undefined ? challenger : rated(challenger, rating, provisional);

const mark = (variant: string): Record<string, string> => {
  const game = findGame(variant.split(':')[0]);
  return game ? marked(game) : {};
};

/** A challenge that has come while the player looks at something else. */
export function challengeToast(app: App): VNode | null {
  const challenge = app.feed.pressing;
  if (!challenge) return null;
  return h(
    'section.challenge-toast',
    {
      key: `challenge-${challenge.id}`,
      attrs: {
        role: 'alert',
        'aria-label': t.notices.challenges,
        'data-test': 'challenge',
        ...mark(challenge.variant),
      },
    },
    [
      h('p', [h('strong', t.notices.asks(name(challenge))), h('span.quiet', terms(challenge, true))]),
      h('div.row', [
        button({
          label: t.notices.accept,
          kind: 'primary',
          testId: 'challenge-accept',
          onClick: () => accept(app, challenge),
        }),
        button({
          label: t.notices.decline,
          testId: 'challenge-decline',
          onClick: () => decline(app, challenge, 'generic'),
        }),
        button({
          label: t.notices.later,
          kind: 'quiet',
          testId: 'challenge-later',
          onClick: () => app.feed.putAside(challenge),
        }),
      ]),
    ],
  );
}

/** The list of everything that waits for the player. */
export function noticesDialog(app: App): VNode {
  const { feed } = app;
  const { incoming, outgoing } = feed.challenges;
  const isEmpty = incoming.length + outgoing.length + feed.turns.length + feed.rounds.length === 0;
  const close = (): void => feed.show(false);
  return dialog(t.notices.title, close, [
    feed.isUp ? null : h('p.quiet', { key: 'connecting' }, t.notices.connecting),
    isEmpty && feed.isUp ? h('p.quiet', { key: 'none' }, t.notices.none) : null,
    part(
      t.notices.challenges,
      incoming.map(one => incomingEntry(app, one)),
    ),
    part(
      t.notices.rounds,
      feed.rounds.map(one => roundEntry(app, one)),
    ),
    part(
      t.notices.turns,
      feed.turns.map(one => turnEntry(app, one)),
    ),
    part(
      t.notices.own,
      outgoing.map(one => outgoingEntry(app, one)),
    ),
    h('div.row.end', [button({ label: t.notices.close, kind: 'primary', testId: 'notices-close', onClick: close })]),
  ]);
}

function part(title: string, entries: VNode[]): VNode | null {
  if (entries.length === 0) return null;
  return h('section.notices', { key: title, attrs: { 'aria-label': title } }, [h('h3', title), h('ul', entries)]);
}

/** The pressed button disappears with its entry: keeps the focus in the list. */
const stay = (): void => focusSoon('.dialog');

function entry(key: string, variant: string, words: (string | null)[], tools: (VNode | null)[]): VNode {
  const [first, ...rest] = words;
  return h('li.notice', { key, attrs: { 'data-test': 'notice', ...mark(variant) } }, [
    h('span.dot', { attrs: { 'aria-hidden': 'true' } }),
    h('p', [h('strong', first ?? ''), ...rest.filter(Boolean).map(text => h('span.quiet', text ?? ''))]),
    h('div.row', tools),
  ]);
}

function incomingEntry(app: App, challenge: Challenge): VNode {
  const select = `reason-${challenge.id}`;
  return entry(
    challenge.id,
    challenge.variant,
    [t.notices.asks(name(challenge)), terms(challenge, true)],
    [
      button({
        label: t.notices.accept,
        kind: 'primary',
        testId: 'notice-accept',
        onClick: () => accept(app, challenge),
      }),
      button({
        label: t.notices.decline,
        testId: 'notice-decline',
        onClick: () => {
          const chosen = document.getElementById(select) as HTMLSelectElement | null;
          decline(app, challenge, (chosen?.value ?? 'generic') as DeclineReason);
          stay();
        },
      }),
      h(
        'select.notice-reason',
        { attrs: { id: select, 'aria-label': `${t.notices.decline}: ${t.notices.reason}` } },
        REASONS.map(reason => h('option', { attrs: { value: reason } }, t.notices.reasons[reason])),
      ),
    ],
  );
}

function outgoingEntry(app: App, challenge: Challenge): VNode {
  const { id, challenged, status, reason } = challenge;
  const words =
    status === 'open'
      ? t.notices.asked(challenged)
      : status === 'accepted'
        ? t.notices.hasAccepted(challenged)
        : t.notices.hasDeclined(challenged, reason ?? 'generic');
  return entry(
    id,
    challenge.variant,
    [words, terms(challenge, false)],
    [
      status === 'accepted' ? toGame(app, id) : null,
      button({
        label: status === 'open' ? t.notices.cancel : t.notices.dismiss,
        kind: 'quiet',
        testId: 'notice-cancel',
        onClick: () => {
          void ask(app, () => api.cancelChallenge(id));
          stay();
        },
      }),
    ],
  );
}

function turnEntry(app: App, turn: Turn): VNode {
  const { game, variant, variant_name, opponent, turn_number, due_at, urgent } = turn;
  const left = due_at === null ? t.notices.noClock : t.notices.left(clockText(Math.max(0, due_at - Date.now())));
  return entry(
    game,
    variant,
    [curly(variant_name), t.notices.against(opponent, turn_number), urgent ? `${t.notices.urgent}: ${left}` : left],
    [toGame(app, game)],
  );
}

function roundEntry(app: App, { game, variant, event, color, opponent, starts_at, begun }: RoundGame): VNode {
  return entry(
    game,
    variant,
    [
      t.notices.round(event.name, event.round),
      t.notices.pairing(color, opponent, event.board),
      startOf(begun, starts_at, Date.now()),
    ],
    [begun ? toGame(app, game) : to(app, `/events/${event.id}`, t.notices.toEvent)],
  );
}

/** The start of a game of an event in words: arranged games begin at any time after the start of their round. */
export function startOf(hasBegun: boolean, roundAt: number, now: number): string {
  if (hasBegun) return t.notices.begun;
  return roundAt > now ? t.notices.startsAt(momentText(roundAt)) : t.notices.notBegun;
}

function to(app: App, path: string, words: string): VNode {
  const go = (path: string): void => {
    app.feed.show(false);
    app.go(path);
  };
  return link(go, path, '.button.plain', [words]);
}

const toGame = (app: App, game: string): VNode => to(app, `/g/${game}`, t.notices.go);
