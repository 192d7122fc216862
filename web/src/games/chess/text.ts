/** Texts of chess. */
export const text = {
  caption: 'Morphy gives up his queen and mates with rook and bishop. Paris, 1858.',
};
