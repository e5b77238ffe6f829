/** How often what is live is read again. */
export const refreshMs = 5_000;
