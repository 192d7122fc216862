/** The HTTP side of the API. Every failure is a {@link Refused} with a message for people. */
import createClient from 'openapi-fetch';
import { t } from '../text';
import { ownTimes } from '../text/format';
import { ending } from './ending';
import { everyPage } from './every-page';
import type { paths } from './schema';
import type {
  Confirmation,
  DeclineReason,
  GameName,
  Me,
  NewChallenge,
  NewGame,
  NewToken,
  PasskeyProof,
  PlacementRequest,
  Problem,
  Schemas,
  SecondStep,
  SpeedName,
} from './types';

/** The filters of a search in the archive. */
export type ArchiveQuery = NonNullable<paths['/archive']['get']['parameters']['query']>;

export const ROOT = '/api/v1';

/** The server refused, or could not be reached (without a `code`). The message is for people. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly problem?: Problem,
  ) {
    super(message);
  }

  get code(): Problem['code'] | undefined {
    return this.problem?.code;
  }
}

/** Whether the request was refused because the user's own account has no second factor. */
export function isFactorMissing(error: unknown): boolean {
  return error instanceof Refused && error.code === 'second-factor-missing';
}

/** Request timeout, in milliseconds. The server gives up after 20 seconds: an answer that takes longer was lost on the way. */
const PATIENCE_MS = 25_000;

/** Paths, parameters, bodies and answers are those of the API's document: a call that differs does not compile. */
export const http = createClient<paths>({
  baseUrl: ROOT,
  credentials: 'same-origin',
  fetch: request => fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }),
});

/** The server's answer; a refusal is thrown, and so is an answer that is missing or incomplete. */
export async function answer<T>(asked: Promise<{ data?: T; error?: Problem; response: Response }>): Promise<T> {
  const { data, error, response } = await asked.catch(() => {
    throw new Refused(t.app.unreachable);
  });
  if (response.ok) return data as T;
  // A proxy that cannot reach the server answers with a message of its own that is not meant for people, or over HTTP/2 with none.
  if (!isProblem(error)) throw new Refused(t.app.noAnswer);
  if (error.code === 'not-signed-in') ending.refused();
  throw new Refused(ownTimes(error.detail), error);
}

function isProblem(error: unknown): error is Problem {
  return error instanceof Object && 'detail' in error && typeof error.detail === 'string';
}

/** A unique id, for idempotency keys and actions. */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

function socketUrl(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${ROOT}${path}`;
}

/** A query as the search part of a URL, with its `?`; empty if there is nothing in it. */
export function searchPart(query: Record<string, string | number | boolean | null | undefined>): string {
  const entries = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]));
  const text = new URLSearchParams(entries).toString();
  return text && `?${text}`;
}

/** The parameter of the paths that name a game or a session. */
const of = (id: string): { path: { id: string } } => ({ path: { id } });

/** The parameter of the paths that name a player. */
const named = (name: string): { path: { name: string } } => ({ path: { name } });

export const api = {
  variants: () => answer(http.GET('/variants')),
  me: () => answer(http.GET('/me')),
  rename: (name: string) => answer(http.PUT('/me', { body: { name } })),
  signUp: (username: string, password: string) => answer(http.POST('/account', { body: { username, password } })),
  /** An account with a second factor must then send a code: {@link api.signInWith}. */
  signIn: (username: string, password: string): Promise<Me | SecondStep> =>
    answer(http.POST('/session', { body: { username, password } })),
  signInWith: (ticket: string, code: string) => answer(http.POST('/session/code', { body: { ticket, code } })),
  /** Sets a new password, with the ticket of a reset link. */
  reset: (ticket: string, new_password: string) =>
    answer(http.POST('/session/reset', { body: { ticket, new_password } })),
  /** Sends a mail with a reset link, if there is such an account and it has an address. */
  forgotten: (username: string) => answer(http.POST('/session/forgotten', { body: { username } })),
  /** Whether the server sends such mails. */
  mailOffer: async () => (await answer(http.GET('/session/forgotten'))).offered,
  setAddress: (shown: Confirmation, address: string) =>
    answer(http.PUT('/account/mail', { body: { ...shown, address } })),
  removeAddress: (shown: Confirmation) => answer(http.DELETE('/account/mail', { body: shown })),
  confirmAddress: (ticket: string) => answer(http.POST('/mail/confirm', { body: { ticket } })),
  unsubscribe: (link: string) => answer(http.POST('/mail/unsubscribe/{link}', { params: { path: { link } } })),
  notifications: () => answer(http.GET('/account/notifications')),
  chooseNotification: (choice: Schemas['NewChoice']) => answer(http.PUT('/account/notifications', { body: choice })),
  /** Subscribes this browser to push messages, with the endpoint and keys from its push service. */
  showPush: (endpoint: string, p256dh: string, auth: string) =>
    answer(http.POST('/account/push', { body: { endpoint, p256dh, auth } })),
  endPush: (id: string) => answer(http.DELETE('/account/push/{id}', { params: of(id) })),
  signOut: () => answer(http.DELETE('/session')),
  account: () => answer(http.GET('/account')),
  changePassword: (shown: Confirmation, new_password: string) =>
    answer(http.PUT('/account/password', { body: { ...shown, new_password } })),
  prepareSecondFactor: (shown: Schemas['FullConfirmation']) =>
    answer(http.POST('/account/second-factor', { body: shown })),
  turnOnSecondFactor: (code: string) => answer(http.PUT('/account/second-factor', { body: { code } })),
  turnOffSecondFactor: (shown: Schemas['FullConfirmation']) =>
    answer(http.DELETE('/account/second-factor', { body: shown })),
  /** Requires a passkey after the password. The answer has recovery codes if the account had none. */
  askForPasskey: (passkey: PasskeyProof) => answer(http.PUT('/account/second-factor/passkey', { body: { passkey } })),
  askForNoPasskey: (shown: Schemas['FullConfirmation']) =>
    answer(http.DELETE('/account/second-factor/passkey', { body: shown })),
  renewRecoveryCodes: (shown: Schemas['FullConfirmation']) =>
    answer(http.POST('/account/recovery-codes', { body: shown })),
  /** How many games that were played as a guest in this browser can be taken over. */
  guestGames: () => answer(http.GET('/account/guest-games')),
  takeOver: async (take_over: boolean) =>
    (await answer(http.POST('/account/guest-games', { body: { take_over } }))).games,
  passkeys: () => answer(http.GET('/account/passkeys')),
  preparePasskey: (shown: Schemas['FullConfirmation']) =>
    answer(http.POST('/account/passkeys/challenge', { body: shown })),
  addPasskey: (passkey: Schemas['NewPasskey']) => answer(http.POST('/account/passkeys', { body: passkey })),
  removePasskey: (id: string, shown: Confirmation) =>
    answer(http.DELETE('/account/passkeys/{id}', { params: of(id), body: shown })),
  /** Whether the server offers signing in with a passkey. */
  passkeyOffer: async () => (await answer(http.GET('/session/passkey'))).offered,
  challengePasskey: () => answer(http.POST('/session/passkey/challenge')),
  signInWithPasskey: (signed: Schemas['SignedChallenge']) => answer(http.POST('/session/passkey', { body: signed })),
  tokens: () => answer(http.GET('/account/tokens')),
  makeToken: (token: NewToken) => answer(http.POST('/account/tokens', { body: token })),
  revokeToken: (id: string) => answer(http.DELETE('/account/tokens/{id}', { params: of(id) })),
  becomeBot: (shown: Confirmation) => answer(http.POST('/account/bot', { body: shown })),
  endSession: (id: string) => answer(http.DELETE('/account/sessions/{id}', { params: of(id) })),
  endOtherSessions: () => answer(http.DELETE('/account/sessions')),
  deleteAccount: (shown: Confirmation) => answer(http.DELETE('/account', { body: shown })),
  create: (game: NewGame, key: string) =>
    answer(http.POST('/games', { body: game, params: { header: { 'Idempotency-Key': key } } })),
  /** Whether a game against the computer could be rated. */
  placement: (wish: PlacementRequest) => answer(http.POST('/placement', { body: wish })),
  join: (id: string) => answer(http.POST('/games/{id}/join', { params: of(id) })),
  mine: async () => (await answer(http.GET('/games', { params: { query: { of: 'me' } } }))).games,
  live: async () => (await answer(http.GET('/games', { params: { query: { live: true } } }))).games,
  state: (id: string) => answer(http.GET('/games/{id}', { params: of(id) })),
  /** All positions, fetched page by page. */
  plies: (id: string) =>
    everyPage(async from => {
      const page = await answer(http.GET('/games/{id}/plies', { params: { ...of(id), query: { from } } }));
      return { items: page.plies, next: page.next };
    }),
  /** The effect of a finished rated game on both ratings. */
  ratings: (id: string) => answer(http.GET('/games/{id}/ratings', { params: of(id) })),
  /** All departures with their commitments, fetched page by page. */
  verify: async (id: string) => {
    const departures = await everyPage(async from => {
      const page = await answer(http.GET('/games/{id}/verify', { params: { ...of(id), query: { from } } }));
      return { items: page.departures, next: page.next };
    });
    return { departures, holds: departures.every(departure => departure.holds), next: null };
  },
  /** Analyzes the position after `n` actions. */
  analysis: (id: string, n: number, nodes?: number) =>
    answer(http.POST('/games/{id}/analysis', { params: of(id), body: { n, nodes } })),
  /** Plays actions (in machine notation) on a board without a game, for lessons and the loops of the home page. */
  explore: (variant: string, actions: string[], position?: string, start?: number) =>
    answer(http.POST('/explore', { body: { variant, actions, position, start } })),
  conditionalMoves: (id: string) => answer(http.GET('/games/{id}/conditional-moves', { params: of(id) })),
  /** `n`: the last event that was seen. */
  setConditionalMoves: (id: string, n: number, lines: readonly (readonly string[])[]) =>
    answer(
      http.PUT('/games/{id}/conditional-moves', {
        params: of(id),
        body: { n, lines: lines.map(line => [...line]) },
      }),
    ),
  archive: (query: ArchiveQuery) => answer(http.GET('/archive', { params: { query } })),
  /** The address of all games of a search, as `pgn` or `ndjson`. */
  archiveUrl: (query: ArchiveQuery, format: 'pgn' | 'ndjson') => `${ROOT}/archive.${format}${searchPart(query)}`,
  /** The actions that were played after these. */
  opening: (variant: string, actions: readonly string[], start?: number) =>
    answer(
      http.GET('/openings/{variant}', {
        params: { path: { variant }, query: { actions: actions.join(' ') || undefined, start } },
      }),
    ),
  players: async (name: string) => (await answer(http.GET('/players', { params: { query: { name } } }))).players,
  profile: (name: string) => answer(http.GET('/players/{name}', { params: { path: { name } } })),
  record: (name: string) => answer(http.GET('/players/{name}/record', { params: { path: { name } } })),
  ratingHistory: async (name: string, game: GameName, speed: SpeedName) =>
    (await answer(http.GET('/players/{name}/ratings/{game}/{speed}', { params: { path: { name, game, speed } } })))
      .games,
  leaderboard: (game: GameName, speed: SpeedName) =>
    answer(http.GET('/leaderboard/{game}/{speed}', { params: { path: { game, speed } } })),
  challenge: (challenge: NewChallenge) => answer(http.POST('/challenges', { body: challenge })),
  acceptChallenge: (id: string) => answer(http.POST('/challenges/{id}/accept', { params: of(id) })),
  declineChallenge: (id: string, reason: DeclineReason) =>
    answer(http.POST('/challenges/{id}/decline', { params: of(id), body: { reason } })),
  /** Withdraws the player's own challenge, or dismisses the answer to it. */
  cancelChallenge: (id: string) => answer(http.DELETE('/challenges/{id}', { params: of(id) })),
  following: async () => (await answer(http.GET('/me/following'))).players,
  follow: (name: string) => answer(http.PUT('/me/following/{name}', { params: named(name) })),
  unfollow: (name: string) => answer(http.DELETE('/me/following/{name}', { params: named(name) })),
  blocked: async () => (await answer(http.GET('/me/blocked'))).players,
  block: (name: string) => answer(http.PUT('/me/blocked/{name}', { params: named(name) })),
  unblock: (name: string) => answer(http.DELETE('/me/blocked/{name}', { params: named(name) })),
  /** Whether followers see when the player is online. */
  presence: async () => (await answer(http.GET('/me/presence'))).shown,
  showPresence: async (shown: boolean) => (await answer(http.PUT('/me/presence', { body: { shown } }))).shown,
  vacation: () => answer(http.GET('/me/vacation')),
  beginVacation: (days: number) => answer(http.POST('/me/vacation', { body: { days } })),
  endVacation: () => answer(http.DELETE('/me/vacation')),
  report: (report: Schemas['NewReport']) => answer(http.POST('/reports', { body: report })),
  confirmWarning: (number: number) =>
    answer(http.POST('/me/warnings/{number}/confirm', { params: { path: { number } } })),
  /** The chat of a game, as far as this player may read it. */
  chat: async (id: string) => (await answer(http.GET('/games/{id}/chat', { params: of(id) }))).lines,
  moderation: {
    queue: () => answer(http.GET('/moderation/queue')),
    find: (name: string) => answer(http.GET('/moderation/names/{name}', { params: { path: { name } } })),
    case: (player: string) => answer(http.GET('/moderation/players/{player}', { params: { path: { player } } })),
    /** Evidence on how a finished game was played. May take a while. */
    evidence: (id: string) => answer(http.GET('/moderation/games/{id}/evidence', { params: of(id) })),
    /** The entries before a number, or else the latest ones. */
    log: (before?: number) => answer(http.GET('/moderation/log', { params: { query: { before } } })),
    act: (act: Schemas['ActRequest']) => answer(http.POST('/moderation/acts', { body: act })),
    undo: (number: number, reason: string) =>
      answer(http.POST('/moderation/acts/{number}/undo', { params: { path: { number } }, body: { reason } })),
  },
  recordUrl: (id: string) => `${ROOT}/games/${id}/record`,
  socketUrl: (id: string, have: number | null) =>
    socketUrl(`/games/${id}/socket${have === null ? '' : `?have=${have}`}`),
  lobbyUrl: () => socketUrl('/lobby/socket'),
  feedUrl: () => socketUrl('/me/socket'),
};
