import { beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../ui/page';
import { Choice } from './choice';

let choice: Choice;

beforeEach(() => {
  const app = { me: null, redraw: () => {} } as unknown as App;
  choice = new Choice(app, 'chess', new URLSearchParams('opponent=link'));
  choice.set({ clock: 'custom' });
});

describe('a custom clock', () => {
  it.each(['', ' ', '-5', '0', '999', 'ten'])('is not made of %j minutes: that is told, and the text stays', text => {
    choice.type('minutes', text);
    expect(choice.wrong).toBe('minutes');
    expect(choice.text('minutes')).toBe(text);
    expect(choice.form.minutes).toBe(10);
  });

  it.each(['', '-1', '181', '2.5'])('is not made of an increment of %j', text => {
    choice.type('increment', text);
    expect(choice.wrong).toBe('increment');
  });

  it('is what was typed, once that can be taken', () => {
    choice.type('minutes', '999');
    choice.type('minutes', '1.5');
    choice.type('increment', '0');
    expect(choice.wrong).toBeUndefined();
    expect(choice.clock).toEqual({ kind: 'custom', seconds: 90, increment: 0 });
  });

  it('is in nobody’s way if another clock is chosen', () => {
    choice.type('minutes', '');
    choice.set({ clock: 'none' });
    expect(choice.wrong).toBeUndefined();
  });
});
