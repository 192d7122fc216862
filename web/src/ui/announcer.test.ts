import { expect, it } from 'vitest';
import { Announcer } from './announcer';

it('two news at once are both announced', () => {
  const announcer = new Announcer();
  announcer.say('Qxf7#.');
  announcer.say('White wins by checkmate.');
  expect(announcer.regions).toEqual(['Qxf7#. White wins by checkmate.', '']);
});

it('the same words are announced again, in the other region', () => {
  const announcer = new Announcer();
  announcer.say('Premove cancelled.');
  announcer.drawn();
  announcer.say('Premove cancelled.');
  expect(announcer.regions).toEqual(['', 'Premove cancelled.']);
  announcer.say('Your turn.');
  announcer.drawn();
  announcer.say('Your turn.');
  expect(announcer.regions).toEqual(['Your turn.', '']);
});
