/**
 * The language version, stored with every published workflow. Increment it if existing sources would change
 * their meaning.
 */
export const languageVersion = 1;
