/** The types of a lesson: positions and moves, with the texts beside them. */
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
  /** Sentences that replace the hint for particular moves. */
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
  /** The position at which the step starts, in the game's own notation; the start position if omitted. */
  position?: string;
  /** The actions that were played from there. */
  actions?: readonly string[];
  /** The side of the reader. White if left out. */
  color?: Color;
  moves?: readonly LessonMove[];
  /** A key that is sent to the screen at the start, so that what the step is about is in view. */
  key?: string;
  puzzle?: boolean;
}

export interface Lesson {
  /** Every action is a whole turn, so the order of the actions tells which side made each. */
  alternates?: boolean;
  steps: readonly LessonStep[];
}
