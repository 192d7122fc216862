/** The actions that can be premoved: a move, or a departure. */
import type { Host, Premove } from '../screen';
import type { View } from './view';

/** With a delay it is no move but a departure for this number of turns, to return to `to`. */
export interface HyperspacePremove extends Premove {
  delay?: number;
}

export type HyperspaceHost = Host<View, HyperspacePremove>;
