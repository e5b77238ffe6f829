/** How long a reader keeps two busy tables locked during the migration: longer than any caller would wait. */
export const readerMs = 2_500;

/** The size and the pauses of the drill. */
export const planOf = (isQuick: boolean) => ({
  deliveriesPerSecond: isQuick ? 15 : 60,
  minAccepted: Number.POSITIVE_INFINITY,
  calmMs: isQuick ? 2_000 : 15_000,
  // This pause is short: if the proxy remembered failed servers for longer, it would skip the restarted
  // server while the next one is stopped (deploy/nginx.conf).
  betweenServesMs: 1_000,
  sleepersOfEachKind: isQuick ? 20 : 100,
});
export type UpgradePlan = ReturnType<typeof planOf>;

/**
 * Returns an upper bound for when the old `work` has stopped. It adds up all pauses and three times
 * the old version's startup time: the restarts take about twice as long, and longer if the machine gets busier.
 */
export const upgradeSeconds = ({ calmMs, betweenServesMs }: UpgradePlan, startSeconds: number): number =>
  Math.ceil((3 * calmMs + 2 * betweenServesMs + readerMs) / 1000) + 3 * startSeconds + 15;
