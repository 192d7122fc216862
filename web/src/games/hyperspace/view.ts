/** The types of the server's view of Hyperspace Chess. */
import type { Schemas } from '../../api/types';

export type View = Schemas['HyperspaceView'];
export type Traveler = Schemas['HyperspaceTraveler'];
/** The phase-outs of one piece, as sets of delays and squares that all combine instead of a list. */
export type PhaseOuts = Schemas['PhaseOuts'];
/** The commitment that was published when a piece left. */
export type Commitment = Schemas['Commitment'];
export type Verification = Schemas['Verification'];
/** A departure beside its commitment. */
export type VerifiedDeparture = Schemas['VerifiedDeparture'];

/** How many full turns of its player a piece is still away: counted as when it left, so that after `^2` it is 2. */
export function turnsAway({ count_down }: Pick<Traveler, 'count_down'>): number {
  return count_down - 1;
}
