/** Texts of `learn`, in English. */
export const learn = {};
