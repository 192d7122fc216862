/** What a lesson is made of. Positions and moves here; the words are in the catalogue of texts. */
import type { Color, GameId } from '../api/types';
import type { StepText } from '../text/en/lessons/types';

/** One move that the reader makes. */
export interface LessonMove {
  /** Which actions do. */
  accept: RegExp;
  /** The one that is shown on request. */
  show: string;
  /** What the other side answers. */
  reply?: readonly string[];
}

export interface LessonStep {
  text: StepText;
  /** The variant, if it is not the game itself. */
  variant?: string;
  /** Where the step starts, as the game's own text; its start position if left out. */
  position?: string;
  /** What has been played from there. */
  actions?: readonly string[];
  /** Whose part the reader takes. White if left out. */
  color?: Color;
  moves?: readonly LessonMove[];
  /** DMChess: the board to look at first. */
  focus?: number;
  puzzle?: boolean;
}

export interface Lesson {
  game: GameId;
  steps: readonly LessonStep[];
}
