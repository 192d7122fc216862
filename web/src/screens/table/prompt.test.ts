import { expect, it, vi } from 'vitest';
import { elements } from '../../testing';
import { counting } from '../events/table';
import type { State } from '../../api/types';
import { promptLine, usualPrompt } from './prompt';

vi.mock('../events/table.css', () => ({}));

/** What is announced and what is visible of a countdown with `left` milliseconds left. */
function line(left: number) {
  const sentence = counting(left, ms => `Starts in ${ms} ms.`);
  const view = promptLine({ told: '', tone: null, isDraft: false, noConnection: null, onBack: () => {}, ...sentence });
  const texts = elements(view).filter(one => one.sel === 'p');
  return {
    announced: texts.filter(one => one.data?.attrs?.['aria-live'] !== undefined).map(one => one.text),
    seen: texts.filter(one => one.data?.class?.['visually-hidden'] !== true).map(one => one.text),
  };
}

it('a countdown is seen each second, and announced each minute', () => {
  expect(line(245_000).seen).toEqual(['Starts in 245000 ms.']);
  expect(line(244_000).seen).toEqual(['Starts in 244000 ms.']);
  expect(line(244_000).announced).toEqual(line(245_000).announced);
  expect(line(180_000).announced).not.toEqual(line(245_000).announced);
});

it('any other sentence is seen and announced as it is', () => {
  const props = { told: '', tone: null, isDraft: false, noConnection: null, onBack: () => {} };
  const view = promptLine({ ...props, text: 'Your turn.', spoken: null });
  const [only, ...others] = elements(view).filter(one => one.sel === 'p');
  expect([only?.text, only?.data?.attrs?.['aria-live'], others]).toEqual(['Your turn.', 'polite', []]);
});

it('a game of an event that has not started waits for no opponent: both are known', () => {
  const waiting = (black: string): string => {
    const players = { white: { kind: 'person' }, black: { kind: black } };
    return usualPrompt({ status: 'waiting', seat: 'white', players } as State, false, '');
  };
  expect(waiting('free')).toBe('Waiting for an opponent.');
  expect(waiting('person')).toBe('The game has not started yet.');
});
