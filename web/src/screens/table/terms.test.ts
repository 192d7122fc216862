import { describe, expect, it } from 'vitest';
import { about as hyperspace } from '../../games/hyperspace/about';
import { about as timeTraveler } from '../../games/time_traveler/about';
import { termsOf } from './terms';

describe('what somebody is invited to', () => {
  it('has the game, its variant, the clock, whether it is rated, and takebacks', () => {
    const state = {
      variant: 'hyperspace:open',
      variant_name: 'Hyperspace Chess, open referee',
      clock: { preset: '10+5' },
      rated: false,
      takebacks: true,
    };
    expect(termsOf(state, hyperspace)).toEqual({
      game: 'Hyperspace Chess',
      terms: ['Open referee', '10+5 (minutes + seconds per move)', 'Unrated', 'Takebacks allowed'],
    });
  });

  it('is told in the server’s words where the client has none for the variant', () => {
    const state = {
      variant: 'time-traveler',
      variant_name: "Time Traveler's Chess",
      clock: null,
      rated: true,
      takebacks: false,
    };
    expect(termsOf(state, timeTraveler)).toEqual({
      game: 'Time Traveler’s Chess',
      terms: ['No clock', 'Rated', 'No takebacks'],
    });
  });
});
