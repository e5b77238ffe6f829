/** The warning shown before a run repeats actions that were already done. */
export const repeatingTexts = {
  guard: 'Already done',
  repeat: 'Do this again',
} as const;
