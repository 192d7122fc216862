/** The HTTP side of the API. Every failure is a {@link Refused} with a message for people. */
import type { Analysis, Catalogue, Explored, GameCard, Me, NewGame, Ply, Problem, State, Verification } from './types';

const ROOT = '/api/v1';

/** The server refused, or could not be reached (`status` 0). */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

async function call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
  let response: Response;
  try {
    response = await fetch(ROOT + path, {
      method,
      credentials: 'same-origin',
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({
      type: 'about:blank',
      title: 'Unreachable',
      status: 0,
      detail: 'Cannot reach the server. Check your connection and try again.',
    });
  }
  if (response.ok) {
    const text = await response.text();
    return (text ? JSON.parse(text) : null) as T;
  }
  let problem: Problem;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    problem = { type: 'about:blank', title: response.statusText, status: response.status };
  }
  throw new Refused(problem);
}

/** A unique text, for idempotency keys and actions. */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

export const api = {
  catalogue: () => call<Catalogue>('GET', '/variants'),
  me: () => call<Me>('GET', '/me'),
  rename: (name: string) => call<Me>('PUT', '/me', { name }),
  create: (game: NewGame, key: string) =>
    call<{ id: string; url: string }>('POST', '/games', game, { 'Idempotency-Key': key }),
  join: (id: string) => call<{ seat: string }>('POST', `/games/${id}/join`, {}),
  mine: () => call<GameCard[] | { games: GameCard[] }>('GET', '/games?of=me').then(list),
  live: () => call<GameCard[] | { games: GameCard[] }>('GET', '/games?live=true').then(list),
  state: (id: string) => call<State>('GET', `/games/${id}`),
  plies: (id: string) =>
    call<Ply[] | { plies: Ply[] }>('GET', `/games/${id}/plies`).then(p => (Array.isArray(p) ? p : p.plies)),
  verify: (id: string) => call<Verification>('GET', `/games/${id}/verify`),
  /** Of the position after `n` actions. */
  analysis: (id: string, n: number, nodes?: number) => call<Analysis>('POST', `/games/${id}/analysis`, { n, nodes }),
  /** A study board without a game: lessons, the loops of the home page. `actions` in machine notation. */
  explore: <V>(variant: string, actions: string[], position?: string) =>
    call<Explored<V>>(
      'POST',
      '/explore',
      position === undefined ? { variant, actions } : { variant, actions, position },
    ),
  recordUrl: (id: string) => `${ROOT}/games/${id}/record`,
  socketUrl: (id: string, have: number | null) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}${ROOT}/games/${id}/socket${have === null ? '' : `?have=${have}`}`;
  },
};

function list(answer: GameCard[] | { games: GameCard[] }): GameCard[] {
  return Array.isArray(answer) ? answer : answer.games;
}
