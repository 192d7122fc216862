/** DMChess on the screen: eight boards at once, one of them in focus. */
import './style.css';
import type { GameModule } from '../screen';
import { loop } from './loop';
import { Screen } from './screen';
import type { View } from './view';

export const dmchess: GameModule<View> = {
  id: 'dmchess',
  screen: host => new Screen(host),
  loop,
};
