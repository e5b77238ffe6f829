/** Formats a time for a `datetime-local` input, which has no time zone and expects local time. */
export function localTime(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
