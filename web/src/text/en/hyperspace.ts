/** Texts of Hyperspace Chess, in English. */
export const hyperspace = {};
