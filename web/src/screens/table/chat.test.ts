import { afterEach, describe, expect, it } from 'vitest';
import type { State } from '../../api/types';
import { settings } from '../../ui/settings';
import { Chat, rightsOf, wordsText } from './chat';

/** A game of two people, as far as the chat looks at it. */
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
  const line = (number: number, name = 'Ada') =>
    ({ number, at: 0, room: 'players', name, color: 'white', words: { preset: 'hello' } }) as const;

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
