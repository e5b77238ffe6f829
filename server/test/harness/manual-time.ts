/** A clock that advances only when a test advances it. */
export function manualTime(nowMs = Date.UTC(2026, 0, 1)) {
  let now = nowMs;
  return {
    now: () => new Date(now),
    async move(ms: number) {
      now += ms;
    },
  };
}
