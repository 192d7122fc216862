/** The types of a lesson: positions and moves, and beside them the words. */
import type { Color } from '../api/types';

/** The words of one step of a lesson. */
export interface StepText {
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  /** The tasks, one sentence for each move of the step. */
  tasks?: readonly string[];
  /** The sentence for a solved step. */
  done?: string;
  /** The sentence for a legal move that the step does not ask for. */
  hint?: string;
  /** The sentences for particular moves instead. */
  wrong?: Readonly<Record<string, string>>;
}

/** One move that the reader makes. */
export interface LessonMove {
  /** The actions that solve it. */
  accept: RegExp;
  /** The one that is shown on request. */
  show: string;
  /** The answer of the other side. */
  reply?: readonly string[];
}

export interface LessonStep {
  text: StepText;
  /** The variant, if it is not the game itself. */
  variant?: string;
  /** The position at which the step starts, as the game's own text; the start position if left out. */
  position?: string;
  /** The actions that were played from there. */
  actions?: readonly string[];
  /** The side of the reader. White if left out. */
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
