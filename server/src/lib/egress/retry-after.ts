/** Parses `Retry-After`, which contains seconds or a date (RFC 9110, 10.2.3). Returns milliseconds from now. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - now.getTime();
  return Number.isFinite(ms) && /^[A-Z][a-z]{2}/.test(value) ? Math.max(0, ms) : undefined;
}
