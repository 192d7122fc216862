import { h } from 'snabbdom';
import type { GameModule } from '../screen';

/** Time Traveler's Chess. Not drawn yet. */
export const timeTraveler: GameModule = {
  id: 'time-traveler',
  screen: () => ({
    board: () => h('div'),
    instrument: () => h('div'),
    prompt: () => null,
    tools: () => [],
    onKey: () => false,
    back: () => false,
    update: () => {},
    describe: move => move.notation,
    read: () => null,
    destroy: () => {},
  }),
  loop: { frames: 1, ms: 1000, caption: '', draw: () => h('div') },
};
