import { runStatuses } from './run-statuses.ts';

const steps = (count: number) => (count === 1 ? '1 step' : `${count.toLocaleString()} steps`);

/** The old run's version, the published version, and the version that a retry from the failed step uses. */
interface RetryVersion {
  readonly own: number;
  readonly published: number;
  readonly used: number;
  readonly reason: string | null;
}

export const runsTexts = {
  title: 'Runs',
  about:
    'Each accepted request, and each start from another workflow, creates a run. Newest first; updates live.',
  statuses: runStatuses,
  anyStatus: 'All statuses',
  filterByStatus: 'Status',
  clear: 'Clear filters',
  toLead: (id: number) => `View lead ${id}`,
  news: (count: number) => (count === 1 ? '1 new run' : `${count} new runs`),
  charts: {
    counts: 'Runs per minute',
    countsLabel: 'Runs accepted per minute in the last hour',
    none: 'No runs in the last hour.',
    cut: 'Based on the latest 100,000 runs.',
    latency: 'Duration',
    latencyLabel: (summary: string) =>
      `Duration of runs in the last hour, from accepted to finished, per minute. ${summary}.`,
    noneEnded: 'No runs finished in the last hour.',
    both: (median: string, p95: string) => `Median ${median}, 95th percentile ${p95}`,
    median: 'Median',
    medianAbout: 'Half of the runs took this long or less.',
    p95: '95th percentile',
    p95About: '95% of the runs took this long or less.',
  },
  count: (count: number, isAll: boolean) =>
    isAll ? (count === 1 ? '1 run' : `${count} runs`) : `Latest ${count} runs`,
  none: 'No runs yet',
  noneHelp:
    'A run starts when a webhook accepts a request. Open a workflow and send a test request to its webhook.',
  noneFit: 'No matching runs',
  noneFitHelp: 'Choose a different status, or clear the filters.',
  toWorkflows: 'Go to workflows',
  columns: { status: 'Status', workflow: 'Workflow', accepted: 'Accepted', took: 'Duration', id: 'Run' },
  deletedWorkflow: 'Deleted workflow',
  version: (version: number) => `Version ${version}`,
  versionOf: (version: number) => `Workflow version ${version}`,
  run: (id: string) => `Run ${id}`,
  open: (workflow: string, id: string) => `${workflow}, run ${id}`,
  backToAll: 'All runs',
  accepted: 'Accepted',
  started: 'Started',
  ended: 'Finished',
  goesOn: 'Resumes',
  took: 'Duration',
  waitedAndRan: (waited: string, ran: string) => `Queued ${waited} · Ran ${ran}`,
  failedBecause: 'Error',
  startedBy: 'Started by run',
  toStarted: 'View started run',
  retryOf: 'Retry of',
  retriedAs: 'Retried as',
  steps: 'Steps',
  stepCount: (count: number, isAll: boolean) => (isAll ? steps(count) : `First ${steps(count)}`),
  /** Names a step inside loops. `turns` contains the item number in each loop around the step, counted from 1. */
  stepOfItem: (name: string, turns: string) => `${name} · item ${turns}`,
  moreSteps: 'Show more steps',
  noSteps: 'No steps have started yet.',
  input: 'Run input',
  stepInput: 'Input',
  stepOutput: 'Output',
  stepError: 'Error',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  attempt: (number: number) => `Attempt ${number}`,
  attemptStatus: (status: number) => `HTTP ${status}`,
  attemptTook: (ms: number) => `${ms} ms`,
  attemptNext: 'next attempt',
  interrupted: 'Outcome unknown: the worker stopped during this attempt',
  show: (name: string) => `Show ${name}`,
  retry: {
    button: 'Retry',
    title: 'Retry this run',
    about:
      'Starts a new run that is linked to this one. Each run can be retried once; after that, retry the new run.',
    from: 'Retry from',
    failedStep: 'The failed step',
    failedStepHelp: ({ own, published, used, reason }: RetryVersion) => {
      const kept = 'Reuses the results of the completed steps, so nothing is sent twice.';
      if (reason !== null) {
        return `Uses version ${used}, like this run, instead of the published version ${published}. ${reason} ${kept}`;
      }
      if (own === published)
        return `Uses version ${used}, which is both the published version and the one this run used. ${kept}`;
      return `Uses the published version ${used}; this run used version ${own}. The steps before the failed one are unchanged. ${kept}`;
    },
    start: 'The first step',
    startHelp: (published: number) => `Uses the published version ${published} and runs every step again.`,
    confirm: 'Retry',
    done: (version: number) => `A new run has started with version ${version}.`,
  },
  cancel: {
    button: 'Cancel run',
    title: 'Cancel this run?',
    text: "Completed steps aren't undone. A step in progress is rolled back; if it's an external call, Hark doesn't wait for the result.",
    confirm: 'Yes, cancel run',
    done: 'Run cancelled.',
  },
  compare: {
    label: 'Compare with another run',
    about: 'Choose one of the latest runs of this workflow, or paste the ID of any other run.',
    noOther: 'This workflow has no other runs. Paste the ID of any other run.',
    choose: 'Other run',
    placeholder: 'Choose a run',
    option: (at: string, status: string) => `${at} · ${status}`,
    title: (at: string, status: string) => `Compared with the run from ${at} (${status.toLowerCase()})`,
    same: 'Both runs have the same input and the same results in every step.',
    differs: (values: number, inputDiffers: boolean, stepCount: number) => {
      const places = [...(inputDiffers ? ['the input'] : []), ...(stepCount > 0 ? [steps(stepCount)] : [])];
      return `${values === 1 ? '1 value differs' : `${values.toLocaleString()} values differ`} in ${places.join(' and ')}.`;
    },
    onlyInOne: (count: number) =>
      count === 1 ? '1 step is in only one of the runs.' : `${steps(count)} are in only one of the runs.`,
    signs: 'Lines with − are from the other run, lines with + from this one.',
    given: 'Inputs',
    notHere: 'Only the other run has this step.',
    notThere: 'Only this run has this step.',
    more: (count: number) => `… and ${count.toLocaleString()} more ${count === 1 ? 'value' : 'values'}`,
    headers: (count: number) =>
      count === 1 ? '1 header differs' : `${count.toLocaleString()} headers differ`,
    firstSteps: 'Only the first 200 steps of each run are compared.',
    stop: 'Stop comparing',
  },
  duration: {
    ms: (value: number) => `${value} ms`,
    s: (value: number) => `${value} s`,
    min: (value: number) => `${value} min`,
    h: (value: number) => `${value} h`,
    d: (value: number) => `${value} d`,
    running: 'so far',
  },
} as const;
