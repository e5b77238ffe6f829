/** Of the language: stored with every published workflow, raised when an old source would mean something else. */
export const languageVersion = 1;
