/** Texts of the pages “How to play”, in English. */
import { dmchessSteps } from './lessons/dmchess';
import { hidden960Steps } from './lessons/hidden960';
import { hyperspaceSteps } from './lessons/hyperspace';
import { timeTravelerSteps } from './lessons/time_traveler';

export const learn = {
  of: 'How to play ',
  steps: 'Steps',
  step: (number: number, all: number, title: string): string => `Step ${number} of ${all}: ${title}`,
  stepDone: 'done',
  puzzle: 'Puzzle',
  next: 'Next',
  back: 'Back',
  again: 'Start over',
  show: 'Show me',
  finish: 'Play a game',
  finishText: 'That is all you need. The machine’s first level is a good first opponent.',
  home: 'All games',
  yourTurn: 'Your move.',
  theirTurn: 'The other side moves.',
  read: 'Read on when you are ready.',
  solved: 'Done.',
  wrong: 'A legal move, but not the one that this step is about.',
  failed: 'The board could not be set up.',
  retry: 'Try again',
  hyperspace: hyperspaceSteps,
  'time-traveler': timeTravelerSteps,
  hidden960: hidden960Steps,
  dmchess: dmchessSteps,
};
