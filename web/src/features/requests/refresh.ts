/** How often live data is reloaded. */
export const refreshMs = 5_000;
