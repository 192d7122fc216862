/** Texts of `dmchess`, in English. */
export const dmchess = {};
