import { describe, expect, it } from 'vitest';
import type { SpeedName } from '../api/types';
import { t } from '../text';
import { PAIRING_CLOCKS } from './pairing-clocks';

/** The speed of a clock such as `25+10`, by the server's rating rules. */
function speedOf(clock: string): SpeedName {
  const [minutes = 0, increment = 0] = clock.split('+').map(Number);
  const seconds = minutes * 60 + 40 * increment;
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

describe('the pairing grid', () => {
  it('heads each clock with the speed as which it is rated', () => {
    const clocks = PAIRING_CLOCKS.map(({ clock }) => t.lobby.clock(clock));
    expect(clocks).toEqual(['5+3', '15+10', '25+10']);
    expect(PAIRING_CLOCKS.map(({ speed }) => speed)).toEqual(clocks.map(speedOf));
  });
});
