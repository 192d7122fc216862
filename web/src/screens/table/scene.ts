import { readOptions } from '../../api/options';
import type { Color, State } from '../../api/types';
import type { Premove, Scene } from '../../games/screen';
import type { Replay } from './replay';

export interface SceneProps {
  orientation: Color;
  /** The action that was sent and is shown as made. */
  sent: string | null;
  /** The side that may premove now. */
  premoveColor: Color | null;
  premove: Premove | null;
}

/** What the game's screen draws: the current position, or the one that the replay shows. */
export function sceneOf(
  state: State,
  { shown, current, lastMove }: Replay,
  { orientation, sent, premoveColor, premove }: SceneProps,
): Scene {
  return {
    variant: state.variant,
    view: shown ? shown.view : state.view,
    options: shown || sent !== null ? null : readOptions(state.options),
    actor: shown ? null : state.actor,
    seat: state.seat,
    last: shown ? shown.last : state.last,
    orientation,
    pending: shown ? null : sent,
    premove: premoveColor && !shown ? { color: premoveColor, move: premove } : null,
    lastMove,
    end: shown ? null : (state.outcome?.reason ?? null),
    commitments: state.commitments,
    history: state.moves.slice(0, current).map(move => ({ color: move.color, action: move.public })),
  };
}
