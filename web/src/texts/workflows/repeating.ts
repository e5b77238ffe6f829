/** Asks whether something is done a second time. */
export const repeatingTexts = {
  guard: 'Already done',
  repeat: 'Do this again',
} as const;
