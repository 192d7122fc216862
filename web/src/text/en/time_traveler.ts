/** Texts of `time_traveler`, in English. */
export const timeTraveler = {};
