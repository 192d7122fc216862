import { afterEach, describe, expect, it, vi } from 'vitest';
import { settled } from '../../testing';
import type { ChatLine, State } from '../../api/types';
import { settings } from '../../ui/settings';
import { Chat, rightsOf, wordsText } from './chat';

/** The server's answer to the next question for all lines. */
const server = vi.hoisted(() => ({ lines: (): Promise<unknown> => Promise.resolve([]) }));

vi.mock('../../api/http', () => ({ api: { chat: () => server.lines() } }));

const line = (number: number, name = 'Ada'): ChatLine => ({
  number,
  at: 0,
  room: 'players',
  name,
  color: 'white',
  words: { preset: 'hello' },
});

/** A game between two people, with the parts of the state that the chat reads. */
function game(change: Partial<State>): State {
  const person = { kind: 'person', name: 'x', account: false, online: true };
  const state = { seat: 'white', status: 'live', clock: null, players: { white: person, black: person } };
  return { ...state, ...change } as unknown as State;
}

const NOTHING = { reads: false, presets: false, ownWords: false };

describe('what may be said', () => {
  afterEach(() => {
    settings.chat = false;
  });

  it('is nothing while a game goes on, unless the player has asked for it: then set phrases', () => {
    expect(rightsOf(game({}), true)).toEqual(NOTHING);
    settings.chat = true;
    expect(rightsOf(game({}), true)).toEqual({ reads: true, presets: true, ownWords: false });
  });

  it('is anything afterwards, and in correspondence', () => {
    const all = { reads: true, presets: true, ownWords: true };
    expect(rightsOf(game({ status: 'over' }), false)).toEqual(all);
    const clock = { correspondence: true } as State['clock'];
    expect(rightsOf(game({ clock }), false)).toEqual(all);
  });

  it('is nothing with nobody on the other side', () => {
    const { players } = game({});
    const alone = { ...players, black: { ...players.black, kind: 'engine' as const } };
    expect(rightsOf(game({ status: 'over', players: alone }), true)).toEqual(NOTHING);
    expect(rightsOf(game({ status: 'over', seat: 'both' }), true)).toEqual(NOTHING);
    expect(rightsOf(game({ status: 'waiting' }), true)).toEqual(NOTHING);
  });

  it('is for accounts among those who watch, and read by all of them', () => {
    const watching = game({ seat: 'spectator' });
    expect(rightsOf(watching, true)).toEqual({ reads: true, presets: false, ownWords: true });
    expect(rightsOf(watching, false)).toEqual({ reads: true, presets: false, ownWords: false });
  });
});

describe('what is told', () => {
  it('is counted until it is seen, once, and not of whom the player has muted', () => {
    const told: string[] = [];
    const chat = new Chat('game', () => null, { changed: () => {}, unseen: words => told.push(words) });
    chat.told(line(1), false);
    chat.told(line(1), false);
    chat.told(line(2), true);
    settings.silence('Bob');
    chat.told(line(3, 'Bob'), false);
    expect(told).toEqual(['Ada: Hello!']);
    expect(chat.unseen).toBe(1);
    expect(chat.lines.map(one => one.number)).toEqual([1, 2, 3]);
    settings.hear('Bob');
    chat.show(true);
    chat.told(line(4), false);
    expect(chat.unseen).toBe(0);
  });

  it('stays written until the server has it', () => {
    const asked: unknown[] = [];
    const say = (words: unknown): string => {
      asked.push(words);
      return `id ${asked.length}`;
    };
    const chat = new Chat('game', say, { changed: () => {}, unseen: () => {} });
    chat.text = '  well  ';
    chat.write();
    chat.write();
    expect(asked).toEqual([{ text: 'well' }]);
    expect(chat.answered('another', null)).toBe(false);
    const problem = { detail: 'You are muted.' } as Parameters<Chat['answered']>[1];
    expect(chat.answered('id 1', problem)).toBe(true);
    expect([chat.problem, chat.text]).toEqual(['You are muted.', '  well  ']);
    chat.write();
    expect(chat.answered('id 2', null)).toBe(true);
    expect([chat.problem, chat.text]).toEqual(['', '']);
  });

  it('leaves what has been written since, and what is written beside a set phrase', () => {
    const chat = new Chat('game', () => 'id', { changed: () => {}, unseen: () => {} });
    chat.text = 'well';
    chat.write();
    chat.text = 'played';
    expect(chat.answered('id', null)).toBe(true);
    expect(chat.text).toBe('played');
    chat.preset('hello');
    expect(chat.answered('id', null)).toBe(true);
    expect(chat.text).toBe('played');
  });

  it('is read as it is written', () => {
    expect(wordsText({ text: '<b>x</b>' })).toBe('<b>x</b>');
    expect(wordsText({ preset: 'must-go' })).toBe('Sorry, I must go.');
  });
});

describe('all lines', () => {
  /** The pending answers of the server, in the order of the requests. */
  const owed: { give: (lines: ChatLine[]) => void; fail: () => void }[] = [];

  function chat(): Chat {
    owed.length = 0;
    server.lines = () =>
      new Promise((resolve, reject) => owed.push({ give: resolve, fail: () => reject(new Error('down')) }));
    return new Chat('game', () => null, { changed: () => {}, unseen: () => {} });
  }

  const numbers = ({ lines }: Chat): number[] => lines.map(one => one.number);

  it('keep what was told while they were loaded, and nothing else that is not among them', async () => {
    const all = chat();
    all.told(line(1), false);
    void all.load();
    all.told(line(3), false);
    all.told(line(4), false);
    owed[0]?.give([line(2), line(3)]);
    await settled();
    expect(numbers(all)).toEqual([2, 3, 4]);
  });

  it('are those of the last question, in whatever order the answers come', async () => {
    const all = chat();
    void all.load();
    void all.load();
    owed[1]?.give([line(1), line(2)]);
    await settled();
    owed[0]?.give([line(1)]);
    await settled();
    expect(numbers(all)).toEqual([1, 2]);
  });

  it.each([
    ['looks at them', (all: Chat) => all.show(true)],
    ['is told more', (all: Chat) => all.told(line(2), false)],
  ])('are loaded again after a failure when the player %s, once', async (_, occasion) => {
    const all = chat();
    void all.load();
    owed[0]?.fail();
    await settled();
    expect(owed).toHaveLength(1);
    occasion(all);
    occasion(all);
    owed[1]?.give([line(1), line(2)]);
    await settled();
    all.show(true);
    expect(numbers(all)).toEqual([1, 2]);
    expect(owed).toHaveLength(2);
  });
});
