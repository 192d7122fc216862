import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Me } from './api/types';
import { Identity } from './identity';

const me = vi.hoisted(() => vi.fn<() => Promise<Me>>());
vi.mock('./api/http', () => ({ api: { me } }));

const person = (name: string, account = true): Me => ({
  id: 'ababababab12',
  name,
  named: true,
  account,
  bot: false,
  moderator: false,
});

beforeEach(() => me.mockReset());

describe('who uses this browser', () => {
  it('is not asked while another session takes the place of this one', async () => {
    const identity = new Identity(vi.fn(), vi.fn());
    identity.becomes(person('Ada'));
    me.mockResolvedValue(person('BOT Ada'));
    let arrive: (me: Me) => void = () => undefined;
    const renewed = identity.renewed(new Promise<Me>(resolve => (arrive = resolve)));
    // The old session has ended, its sockets are closed, and the new one is still on its way.
    const closed = identity.closed();
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(me).not.toHaveBeenCalled();
    arrive(person('BOT Ada'));
    identity.becomes(await renewed);
    expect(await closed).toBe(false);
    expect(identity.me?.name).toBe('BOT Ada');
    expect(identity.hasEnded).toBe(false);
  });

  it('is not asked by another window either', async () => {
    const [one, other] = [new Identity(vi.fn(), vi.fn()), new Identity(vi.fn(), vi.fn())];
    one.becomes(person('Ada'));
    me.mockResolvedValue(person('Ada'));
    await vi.waitFor(() => expect(other.me?.name).toBe('Ada'));
    me.mockReset();
    me.mockResolvedValue(person('BOT Ada'));
    let arrive: (me: Me) => void = () => undefined;
    const renewed = one.renewed(new Promise<Me>(resolve => (arrive = resolve)));
    await new Promise(resolve => setTimeout(resolve, 20));
    const closed = other.closed();
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(me).not.toHaveBeenCalled();
    arrive(person('BOT Ada'));
    one.becomes(await renewed);
    await closed;
    await vi.waitFor(() => expect(other.me?.name).toBe('BOT Ada'));
    expect(other.hasEnded).toBe(false);
  });

  it('is known where this window has taken the new session itself, and a page that shows something once stays', async () => {
    const identity = new Identity(vi.fn(), vi.fn());
    identity.becomes(person('Ada'));
    let arrive: (codes: string[]) => void = () => undefined;
    const renewed = identity.renewed(new Promise<string[]>(resolve => (arrive = resolve)));
    const renewsItself = identity.renewsItself();
    arrive(['a code']);
    expect(await renewed).toEqual(['a code']);
    expect(await renewsItself).toBe(true);
    // Afterwards, and after a refusal, the server has to be asked who this is.
    expect(await identity.renewsItself()).toBe(false);
    const refused = identity.renewed(Promise.reject(new Error('refused')));
    const wasRefused = identity.renewsItself();
    await expect(refused).rejects.toThrow('refused');
    expect(await wasRefused).toBe(false);
  });

  it('is asked when a session has ended and no other takes its place', async () => {
    const identity = new Identity(vi.fn(), vi.fn());
    identity.becomes(person('Ada'));
    await expect(identity.renewed(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    me.mockResolvedValue(person('Guest', false));
    expect(await identity.closed()).toBe(true);
    expect(identity.hasEnded).toBe(true);
  });
});
