/** Returns how many failures a run's steps handled, to append to the run's line; empty if there are none. */
export function countWarnings(warnings: number): string {
  if (warnings === 0) return '';
  return ` (${warnings} ${warnings === 1 ? 'warning' : 'warnings'})`;
}
