/** Stored with every published workflow. Increment it if an old source would change its meaning. */
export const languageVersion = 1;
