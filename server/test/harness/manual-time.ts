/** The clock and timers of a component under test, so that a test can control both. */
export interface Time {
  now(): Date;
  /** Schedules a callback. @returns a function that cancels it */
  after(ms: number, act: () => void): () => void;
}

/** The real clock. */
export const realTime: Time = {
  now: () => new Date(),
  after(ms, act) {
    // Node's timers are limited to 24 days.
    // One millisecond is added, because a Node timer can fire up to a millisecond early.
    const timer = setTimeout(act, Math.min(ms + 1, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** A clock that advances only when a test advances it. Timers that are due then fire in order. */
export function manualTime(nowMs = Date.UTC(2026, 0, 1)): Time & { move(ms: number): Promise<void> } {
  let now = nowMs;
  const timers = new Set<{ atMs: number; act: () => void }>();
  const nextBefore = (endMs: number) =>
    [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  return {
    now: () => new Date(now),
    after(ms, act) {
      const timer = { atMs: now + ms, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async move(ms) {
      const end = now + ms;
      for (let next = nextBefore(end); next; next = nextBefore(end)) {
        timers.delete(next);
        now = Math.max(now, next.atMs);
        next.act();
        // Let the callback schedule further timers first.
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
}
