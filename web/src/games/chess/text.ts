/** Texts of chess. */
import type { Color } from '../../api/types';
import { colorName } from '../../text/words';

export const text = {
  caption: 'Morphy gives up his queen and mates with rook and bishop. Paris, 1858.',
  youAreInCheck: 'You are in check.',
  inCheck: (who: Color): string => `${colorName[who]} is in check.`,
};
