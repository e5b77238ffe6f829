/** The clock and the timers of a part under test, so that a test can move both. */
export interface Time {
  now(): Date;
  /** Does something later; the answer takes it back. */
  after(ms: number, act: () => void): () => void;
}

/** The time of this machine. */
export const realTime: Time = {
  now: () => new Date(),
  after(ms, act) {
    // Node's timers hold 24 days.
    // One more: a timer of Node may fire up to a millisecond before its time.
    const timer = setTimeout(act, Math.min(ms + 1, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** A time that stands still until it is moved; then what is due happens, in its order. */
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
        // What it began may set further timers: let it get that far.
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
}
