/** The terms of a game, for the player who is invited to it. */
import type { State } from '../../api/types';
import type { About } from '../../games/game';
import { t } from '../../text';
import { curly } from '../../text/format';

type Terms = Pick<State, 'variant' | 'variant_name' | 'rated' | 'takebacks'> & {
  clock: Pick<NonNullable<State['clock']>, 'preset'> | null;
};

/** The game, its variant, the time control, and whether it is rated. */
export function termsOf(state: Terms, about: About): { game: string; terms: string[] } {
  const variant = about.variants?.[state.variant]?.name;
  return {
    game: variant === undefined ? curly(state.variant_name) : about.title,
    terms: [
      ...(variant === undefined ? [] : [variant]),
      state.clock === null ? t.newGame.noClock : t.table.timeControl(state.clock.preset),
      state.rated ? t.newGame.rated : t.table.notRated,
      state.takebacks ? t.table.withTakebacks : t.table.noTakebacks,
    ],
  };
}
