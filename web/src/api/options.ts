/**
 * The legal actions as the rest of the client reads them. The server sends most of them in short form, grouped by the prefix of
 * their machine notation; here they are expanded.
 */
import { roleOf } from '../text/words';
import type { LegalAction, Options, Role, Schemas } from './types';

type Sent = Schemas['Options'];

const known = new WeakMap<Sent, Options>();

/** The server's options with every action spelled out. Cached per object. */
export function readOptions(sent: Sent | null): Options | null {
  if (sent === null) return null;
  const before = known.get(sent);
  if (before) return before;
  const { phase_outs, due, placing } = sent;
  const options: Options = {
    actions: [
      ...inFull(sent.moves, move),
      ...sent.actions,
      ...inFull(sent.explosions, explosion),
      ...inFull(sent.reveals, (begin, end) => ({ action: begin + end, kind: 'reveal' })),
    ],
    supports: new Map(Object.entries(sent.supports ?? {}).map(([begin, men]) => [begin, men.split(' ')])),
    phase_outs,
    due,
    placing,
  };
  known.set(sent, options);
  return options;
}

function inFull(
  told: Record<string, string> | undefined,
  read: (begin: string, end: string) => LegalAction,
): LegalAction[] {
  return Object.entries(told ?? {}).flatMap(([begin, ends]) => ends.split(' ').map(end => read(begin, end)));
}

/** `e7` and `e8q`; in DMChess `Nd8g8` and `e7` in the same dimension, or `1g4` in another. */
function move(begin: string, end: string): LegalAction {
  const [, square = '', promotion] = /^([1-8]?[a-h][1-8])=?(\w?)$/.exec(end) ?? [];
  const place = /^([A-Z])(d[1-8])([a-h][1-8])$/.exec(begin);
  const kind = 'move';
  if (!place) return { action: begin + end, kind, from: begin, to: square, ...becomes(promotion) };
  const [, letter = '', dimension = '', home = ''] = place;
  const to = square.length === 3 ? `d${square}` : dimension + square;
  const suffix = promotion ? `=${promotion}` : '';
  return {
    action: `${begin}-${to}${suffix}`,
    kind,
    role: roleOf(letter),
    from: dimension + home,
    to,
    ...becomes(promotion),
  };
}

/** `Ng3/` and `e4`, or `e7/` and `e8q`. */
function explosion(begin: string, end: string): LegalAction {
  const letter = begin.length > 3 ? begin.charAt(0) : '';
  return {
    action: begin + end,
    kind: 'explosion',
    role: roleOf(letter) ?? 'pawn',
    square: begin.slice(letter.length, -1),
    to: end.slice(0, 2),
    ...becomes(end.charAt(2)),
  };
}

function becomes(letter: string | undefined): { promotion?: Role } {
  const promotion = letter ? roleOf(letter) : undefined;
  return promotion ? { promotion } : {};
}
