/** Time Traveler's Chess on the screen: three looks, the explosion as one gesture, the loom. */
import './style.css';
import type { GameModule } from '../screen';
import { loop } from './loop';
import { Screen } from './screen';
import type { View } from './view';

export const timeTraveler: GameModule<View> = {
  id: 'time-traveler',
  screen: host => new Screen(host),
  loop,
};
