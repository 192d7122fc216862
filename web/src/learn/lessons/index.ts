import type { GameId } from '../../api/types';
import type { Lesson } from '../lesson';
import { dmchessLesson } from './dmchess';
import { hidden960Lesson } from './hidden960';
import { hyperspaceLesson } from './hyperspace';
import { timeTravelerLesson } from './time_traveler';

export const LESSONS: Record<GameId, Lesson> = {
  hyperspace: hyperspaceLesson,
  'time-traveler': timeTravelerLesson,
  hidden960: hidden960Lesson,
  dmchess: dmchessLesson,
};
