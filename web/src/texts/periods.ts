const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Names the length of a chart's slots, such as "per 3 hours". */
function per(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1];
  const count = seconds / length;
  return count === 1 ? `per ${unit}` : `per ${count} ${unit}s`;
}

/** Strings of time ranges and time axes. */
export const periodTexts = {
  label: 'Time range',
  spans: { all: 'All', hour: '1 h', day: '24 h', week: '7 d', month: '30 d' },
  custom: 'Custom range',
  from: 'From',
  to: 'To',
  apply: 'Apply',
  wrongOrder: 'Must be later than the start.',
  /** In the middle of a sentence. */
  spanNames: {
    hour: 'the last hour',
    day: 'the last 24 hours',
    week: 'the last 7 days',
    month: 'the last 30 days',
  },
  spanTitles: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  per,
  now: 'Now',
  today: (times: string) => `Today, ${times}`,
} as const;
