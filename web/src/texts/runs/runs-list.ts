const runs = (count: number) => (count === 1 ? '1 run' : `${count.toLocaleString()} runs`);
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

/** Strings of the run list. */
export const runsListTexts = {
  label: 'Runs',
  news: (count: number, isMore: boolean) =>
    `${count}${isMore ? '+' : ''} new ${count === 1 ? 'run' : 'runs'}`,
  filters: {
    search: 'Search runs',
    searchPlaceholder: 'Search by ID, lead or value',
    searchCut: 'Only the latest 30,000 runs in this time range were searched. Choose a shorter time range.',
    status: 'Status',
    all: 'All',
    version: (version: number) => `Version ${version}`,
    removeVersion: (version: number) => `Show all versions, not only version ${version}`,
    clear: 'Clear filters',
    period: 'Time range',
    spans: { hour: '1 h', day: '24 h', week: '7 d', month: '30 d' },
    spanNames: {
      hour: 'the last hour',
      day: 'the last 24 hours',
      week: 'the last 7 days',
      month: 'the last 30 days',
    },
    custom: 'Custom',
    from: 'From',
    to: 'To',
    apply: 'Apply',
    wrongOrder: 'Must be later than the start.',
    widen: (span: string) => `Press Esc to return to ${span}`,
  },
  charts: {
    counts: 'Runs',
    per,
    countsLabel: (slot: string) => `Runs accepted ${slot}, by status`,
    none: 'No runs in this time range.',
    duration: 'Duration',
    durationAbout: 'from accepted to finished',
    durationLabel: (summary: string) => `Duration of runs, from accepted to finished. ${summary}.`,
    noneEnded: 'No runs finished in this time range.',
    both: (median: string, p95: string) => `Median ${median}, 95th percentile ${p95}`,
    median: 'Median',
    medianAbout: 'Half of the runs took this long or less.',
    p95: 'p95',
    p95About: '95% of the runs took this long or less.',
  },
  columns: {
    status: 'Status',
    workflow: 'Workflow',
    run: 'Run',
    trigger: 'Trigger',
    lead: 'Lead',
    attempts: 'Attempts',
    started: 'Started',
    duration: 'Duration',
  },
  version: (version: number) => `v${version}`,
  triggers: {
    webhook: 'Webhook',
    workflow: 'Workflow',
    schedule: 'Schedule',
    lead: 'Lead change',
    retry: 'Retry',
    manual: 'Manual',
  },
  count: (count: number, isAll: boolean) => (isAll ? runs(count) : `Latest ${runs(count)}`),
  attempt: (step: string, next: number, most: number | null) =>
    most === null ? `${step}: attempt ${next}` : `${step}: attempt ${next} of ${most}`,
  nextIn: (time: string) => `next in ${time}`,
  nextNow: 'starting now',
  atStep: (step: string) => `Step: ${step}`,
  resumesIn: (time: string) => `Resumes in ${time}`,
  noneFit: 'No matching runs',
  noneFitHelp: 'Change the filters, or choose a longer time range.',
  noneNow: (span: string) => `No runs in ${span}`,
  noneNowHelp: 'There are older runs.',
  showMonth: 'Show 30 days',
  bulk: {
    retry: (count: number) => (count === 0 ? 'Retry runs' : `Retry ${runs(count)}`),
    retryAbout: 'Retries each failed or canceled run from the failed step. Nothing is sent twice.',
    cancel: (count: number) => (count === 0 ? 'Cancel runs' : `Cancel ${runs(count)}`),
    compare: 'Compare',
    compareAbout: 'Select two runs to compare them.',
    confirmTitle: (count: number) => `Cancel ${runs(count)}?`,
    confirmText:
      "Completed steps aren't undone. A step in progress is rolled back; if it's an external call, Hark doesn't wait for the result.",
    confirm: (count: number) => `Yes, cancel ${runs(count)}`,
    progress: (done: number, total: number) => `${done} of ${runs(total)}`,
    retried: (count: number) => `${runs(count)} retried`,
    cancelled: (count: number) => `${runs(count)} canceled`,
    notRetried: (count: number) => `${runs(count)} couldn't be retried`,
    notCancelled: (count: number) => `${runs(count)} couldn't be canceled`,
    close: 'Close',
  },
} as const;
