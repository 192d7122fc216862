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
