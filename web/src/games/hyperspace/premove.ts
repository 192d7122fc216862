/** The actions that can be premoved: a move, or a departure. */
import type { Host, Premove } from '../screen';
import type { View } from './view';

/** With a delay it is not a move but a departure for that number of turns, with a return on `to`. */
export interface HyperspacePremove extends Premove {
  delay?: number;
}

export type HyperspaceHost = Host<View, HyperspacePremove>;
