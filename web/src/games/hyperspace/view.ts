/** What the server tells of Hyperspace Chess alone. */
import type { Schemas } from '../../api/types';

export type View = Schemas['HyperspaceView'];
export type Traveler = Schemas['HyperspaceTraveler'];
/** The phase-outs of one piece, as delays times squares instead of a list. */
export type PhaseOuts = Schemas['PhaseOuts'];
/** What was published when a piece left. */
export type Commitment = Schemas['Commitment'];
export type Verification = Schemas['Verification'];
/** A departure beside its commitment. */
export type VerifiedDeparture = Schemas['VerifiedDeparture'];
