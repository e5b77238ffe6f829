/** How long somebody reads two busy tables while they are migrated: longer than any caller would wait. */
export const readerMs = 2_500;

/** How much is done, and how long is waited in between. */
export const planOf = (isQuick: boolean) => ({
  deliveriesPerSecond: isQuick ? 40 : 60,
  leastAccepted: Number.POSITIVE_INFINITY,
  calmMs: isQuick ? 2_000 : 15_000,
  // Short: a proxy that remembers who had refused it would pass over the one that is back while the next is stopped (deploy/nginx.conf).
  betweenServesMs: 1_000,
  sleepersOfEachKind: isQuick ? 20 : 100,
});
export type UpgradePlan = ReturnType<typeof planOf>;

/**
 * How long it surely takes until the old `work` has ended: all pauses, and twice what starting the old version took, which is about what
 * is started again.
 */
export const upgradeSeconds = ({ calmMs, betweenServesMs }: UpgradePlan, startSeconds: number): number =>
  Math.ceil((3 * calmMs + 2 * betweenServesMs + readerMs) / 1000) + 2 * startSeconds + 15;
