import { readOptions } from '../../api/options';
import type { Color, State } from '../../api/types';
import type { Premove, Scene, Shown } from '../../games/screen';
import type { Replay } from './replay';

export interface SceneProps {
  /** An intermediate step that is shown instead of the current position. */
  step: Shown | null;
  orientation: Color;
  /** The action that was sent and is shown as made. */
  sent: string | null;
  /** Whether it has been on its way for long. */
  isSlow: boolean;
  /** The side that may premove now. */
  premoveColor: Color | null;
  premove: Premove | null;
}

/** The scene for the game's screen: the current position, or the one that the replay shows. */
export function sceneOf(
  state: State,
  { shown, current, lastMove }: Replay,
  { step, orientation, sent, isSlow, premoveColor, premove }: SceneProps,
): Scene {
  const past = shown ?? step;
  return {
    variant: state.variant,
    view: past ? past.view : state.view,
    options: past || sent !== null ? null : readOptions(state.options),
    actor: shown ? null : step ? (state.moves.at(-1)?.color ?? null) : state.actor,
    seat: state.seat,
    last: past ? past.last : state.last,
    orientation,
    pending: shown ? null : sent,
    isSending: !shown && isSlow,
    premove: premoveColor && !shown ? { color: premoveColor, move: premove } : null,
    lastMove,
    end: past ? null : (state.outcome?.reason ?? null),
    commitments: state.commitments,
    history: state.moves.slice(0, current).map(move => ({ color: move.color, action: move.public })),
  };
}
