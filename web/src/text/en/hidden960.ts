/** Texts of Hidden960, in English. */
export const hidden960 = {};
