/** What a lesson is made of: positions and moves, and beside them the words. */
import type { Color } from '../api/types';

/** The words of one step of a lesson. */
export interface StepText {
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  /** What to do, one sentence for each move of the step. */
  tasks?: readonly string[];
  /** What is said when the step is solved. */
  done?: string;
  /** What is said to a legal move that is not what the step asks for. */
  hint?: string;
  /** What is said to particular moves instead. */
  wrong?: Readonly<Record<string, string>>;
}

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
  /** A key that the screen is given at the start, for the lesson's point to be in sight. */
  key?: string;
  puzzle?: boolean;
}

export interface Lesson {
  /** Every action is a whole turn, so that the order of actions says whose each was. */
  alternates?: boolean;
  steps: readonly LessonStep[];
}
