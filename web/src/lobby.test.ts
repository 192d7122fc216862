import { expect, it, vi } from 'vitest';
import type { LobbyMessage, Me, Wish } from './api/types';
import { Lobby, type Sought } from './lobby';

/** The connection as the server sees it: what the client says on it, and the hooks for what the server tells. */
const line = vi.hoisted(() => ({
  said: [] as string[],
  told: null as ((message: LobbyMessage) => void) | null,
  connected: null as ((up: boolean) => void) | null,
  reopened: 0,
}));

vi.mock('./api/socket', () => ({
  Connection: class {
    constructor(_: unknown, { told, connected }: Pick<typeof line, 'told' | 'connected'>) {
      line.told = told;
      line.connected = connected;
    }

    send({ t }: { t: string }): string {
      return `request ${line.said.push(t)}`;
    }

    reopen(): void {
      line.reopened++;
    }

    close(): void {
      line.told = line.connected = null;
    }
  },
}));

const problem = { detail: 'The other player has left.' } as Extract<LobbyMessage, { t: 'refused' }>['problem'];

const listener = { changed: () => {}, asked: () => {}, refused: () => {}, paired: () => {} };

/** A lobby whose player has a seek and plays the computer meanwhile, and the pairings that it reports. */
function waiting(): { lobby: Lobby; sought: Sought; paired: unknown[] } {
  line.said = [];
  const paired: unknown[] = [];
  const lobby = new Lobby({
    ...listener,
    paired: (game, left) => paired.push([game, left]),
  });
  lobby.seek({ variant: 'chess', clock: { kind: 'preset', id: 'blitz' }, rated: false });
  line.told?.({ t: 'done', id: 'request 1', seek: 'seek' });
  const [sought] = lobby.sought;
  if (!sought) throw new Error('nothing is sought');
  lobby.playMeanwhile(sought, 'computer');
  return { lobby, sought, paired };
}

it('whoever comes from the computer has left it, also if the end of that game is heard of before the new one', () => {
  const { lobby, sought, paired } = waiting();
  lobby.come(sought);
  lobby.isOver('computer');
  line.told?.({ t: 'paired', seek: 'seek', game: 'person' });
  expect(paired).toEqual([['person', 'computer']]);
  // Nothing was said about the player being free again: the server has already paired the seek.
  expect(line.said).toEqual(['seek', 'meanwhile', 'come']);
});

it('whoever was to come and has gone again leaves all as it was', () => {
  const { lobby, sought } = waiting();
  lobby.come(sought);
  line.told?.({ t: 'refused', id: 'request 3', problem });
  expect(lobby.sought).toEqual([sought]);
  lobby.isOver('computer');
  expect(sought.meanwhile).toBeNull();
  expect(line.said).toEqual(['seek', 'meanwhile', 'come', 'meanwhile']);
});

it('the same player on a new line looks for the same', () => {
  const { lobby, sought } = waiting();
  lobby.reopen();
  expect(lobby.sought).toEqual([sought]);
  expect(line.reopened).toBe(1);
  // A different player has no seeks yet.
  lobby.renew();
  expect(lobby.sought).toEqual([]);
});

const SLOW: Wish = { variant: 'chess', clock: { kind: 'correspondence', days: 3 }, rated: true };
const FAST: Wish = { variant: 'chess', clock: { kind: 'preset', id: 'blitz' }, rated: false };

/** A lobby that has reconnected: both seeks had a name on the old connection. */
function lookingAgain(account: boolean): Lobby {
  line.said = [];
  const lobby = new Lobby(listener);
  lobby.of({ account, bot: false } as Me);
  lobby.seek(SLOW);
  lobby.seek(FAST);
  line.told?.({ t: 'done', id: 'request 1', seek: 'slow' });
  line.told?.({ t: 'done', id: 'request 2', seek: 'fast' });
  line.said = [];
  line.connected?.(false);
  line.connected?.(true);
  return lobby;
}

it('what an account seeks with days for a move is not told again on a new line: the server says whether it waits', () => {
  const lobby = lookingAgain(true);
  expect(line.said).toEqual(['seek']);
  expect(lobby.sought.map(one => one.wish)).toEqual([FAST]);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: SLOW }] });
  expect(lobby.soughtAs(SLOW)).toMatchObject({ seek: 'slow', stays: true });
  // A seek that the server reported itself is left to the server again after the next reconnect.
  line.connected?.(true);
  expect(lobby.soughtAs(SLOW)).toBeUndefined();
});

it('the same wish of a guest is told again: it has gone with the line', () => {
  const lobby = lookingAgain(false);
  expect(line.said).toEqual(['seek', 'seek']);
  expect(lobby.sought.map(one => one.wish)).toEqual([SLOW, FAST]);
});

it('a seek that the server does not have yet is kept on a new line, which tells it by itself', () => {
  line.said = [];
  const lobby = new Lobby(listener);
  lobby.of({ account: true, bot: false } as Me);
  lobby.seek(SLOW);
  line.connected?.(true);
  expect(line.said).toEqual(['seek']);
  expect(lobby.sought.map(one => one.wish)).toEqual([SLOW]);
});

it('the line is let go when the last seek was gone before it came back, and no page shows the lobby', () => {
  const lobby = lookingAgain(true);
  const [fast] = lobby.sought;
  if (fast) lobby.withdraw(fast);
  expect(line.told).toBeNull();

  const other = new Lobby(listener);
  other.of({ account: true, bot: false } as Me);
  other.seek(SLOW);
  line.told?.({ t: 'done', id: `request ${line.said.length}`, seek: 'slow' });
  line.connected?.(true);
  expect(line.told).not.toBeNull();
  line.told?.({ t: 'lobby', online: 1, waiting: [], seeks: [] });
  expect(line.told).toBeNull();
});

/** The lobby of an account whose correspondence seek has a name. */
function slowSought(): { lobby: Lobby; refused: string[] } {
  line.said = [];
  const refused: string[] = [];
  const lobby = new Lobby({ ...listener, refused: sentence => refused.push(sentence) });
  lobby.of({ account: true, bot: false } as Me);
  lobby.seek(SLOW);
  line.told?.({ t: 'done', id: 'request 1', seek: 'slow' });
  return { lobby, refused };
}

it('a seek that stays and was withdrawn without a line does not come back with the next one', () => {
  const { lobby } = slowSought();
  lobby.visit();
  line.connected?.(false);
  for (const one of lobby.sought) lobby.withdraw(one);
  line.connected?.(true);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: SLOW }] });
  expect(lobby.sought).toEqual([]);
  line.told?.({ t: 'done', id: 'request 2', seek: 'slow' });
  expect(lobby.sought).toEqual([]);
});

it('the line is kept until the server has heard that a seek is withdrawn which it would keep', () => {
  const { lobby } = slowSought();
  const leave = lobby.visit();
  line.connected?.(false);
  for (const one of lobby.sought) lobby.withdraw(one);
  leave();
  expect(line.told).not.toBeNull();
  line.connected?.(true);
  line.told?.({ t: 'done', id: 'request 2', seek: 'slow' });
  expect(line.told).toBeNull();

  // The same with a seek that has no name yet.
  line.said = [];
  lobby.seek(SLOW);
  for (const one of lobby.sought) lobby.withdraw(one);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: SLOW }] });
  line.told?.({ t: 'done', id: 'request 1', seek: 'slow' });
  expect(line.said).toEqual(['seek', 'withdraw']);
  expect(lobby.sought).toEqual([]);
  line.told?.({ t: 'done', id: 'request 2', seek: 'slow' });
  expect(line.told).toBeNull();
});

it('it is no error that a seek which is withdrawn has gone with the line', () => {
  const { lobby, refused } = slowSought();
  lobby.visit();
  lobby.seek(FAST);
  line.told?.({ t: 'done', id: 'request 2', seek: 'fast' });
  const fast = lobby.soughtAs(FAST);
  if (fast) lobby.withdraw(fast);
  line.told?.({ t: 'refused', id: 'request 3', problem: { ...problem, code: 'not-found' } });
  expect(refused).toEqual([]);
  // A failure to withdraw it is one.
  const slow = lobby.soughtAs(SLOW);
  if (slow) lobby.withdraw(slow);
  line.told?.({ t: 'refused', id: 'request 4', problem: { ...problem, code: 'storage' } });
  expect(refused).toEqual([problem.detail]);
});

it.each([SLOW, FAST])('a seek has the same name on the page after a new connection', wish => {
  const { lobby } = slowSought();
  lobby.seek(FAST);
  line.told?.({ t: 'done', id: 'request 2', seek: 'fast' });
  const key = lobby.soughtAs(wish)?.key;
  line.connected?.(false);
  line.connected?.(true);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: SLOW }] });
  expect(key).toBeDefined();
  expect(lobby.soughtAs(wish)?.key).toBe(key);
  expect(lobby.sought.map(one => one.wish)).toEqual([SLOW, FAST]);
});

it('a seek that was withdrawn before it had a name is not shown when a new line tells of it', () => {
  line.said = [];
  const lobby = new Lobby(listener);
  lobby.of({ account: true, bot: false } as Me);
  lobby.visit();
  lobby.seek(SLOW);
  for (const one of lobby.sought) lobby.withdraw(one);
  line.connected?.(true);
  const other: Wish = { ...SLOW, color: 'white' };
  line.told?.({
    t: 'staying',
    seeks: [
      { seek: 'slow', wish: SLOW },
      { seek: 'other', wish: other },
    ],
  });
  expect(line.said).toEqual(['seek', 'withdraw']);
  expect(lobby.sought.map(one => one.seek)).toEqual(['other']);
});

it('who withdraws a wish before it has a name and wishes it again has the seek of the first request', () => {
  line.said = [];
  const lobby = new Lobby(listener);
  lobby.of({ account: true, bot: false } as Me);
  lobby.seek(SLOW);
  for (const one of lobby.sought) lobby.withdraw(one);
  lobby.seek({ ...SLOW });
  line.told?.({ t: 'done', id: 'request 1', seek: 'slow' });
  expect(line.said).toEqual(['seek']);
  expect(lobby.sought).toMatchObject([{ seek: 'slow', stays: true }]);
});

it('the same slow wish made twice is one seek', () => {
  const { lobby } = slowSought();
  lobby.seek(SLOW);
  line.told?.({ t: 'done', id: 'request 2', seek: 'slow' });
  expect(lobby.sought).toMatchObject([{ seek: 'slow' }]);
});

it('a line that nobody needs is let go also when a withdrawal was refused, and what is still there is told again', () => {
  const { lobby } = slowSought();
  for (const one of lobby.sought) lobby.withdraw(one);
  expect(line.told).not.toBeNull();
  line.told?.({ t: 'refused', id: 'request 2', problem: { ...problem, code: 'storage' } });
  expect(line.told).toBeNull();
  lobby.visit();
  line.connected?.(true);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: SLOW }] });
  expect(lobby.sought).toMatchObject([{ seek: 'slow' }]);
});

it('a seek that stays is not taken for a wish of another colour that has no name yet', () => {
  line.said = [];
  const lobby = new Lobby(listener);
  lobby.of({ account: true, bot: false } as Me);
  lobby.seek({ ...SLOW, color: 'black' });
  line.connected?.(true);
  line.told?.({ t: 'staying', seeks: [{ seek: 'slow', wish: { ...SLOW, color: 'white' } }] });
  expect(lobby.sought).toMatchObject([{ seek: null }, { seek: 'slow', wish: { color: 'white' } }]);
});
