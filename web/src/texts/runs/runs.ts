import { runStatuses } from './run-statuses.ts';

const steps = (count: number) => (count === 1 ? '1 step' : `${count.toLocaleString()} steps`);

/** The versions of the old run and of the workflow, and the one that a retry from the failed step uses. */
interface RetryVersion {
  readonly own: number;
  readonly published: number;
  readonly used: number;
  readonly reason: string | null;
}

export const runsTexts = {
  title: 'Runs',
  about:
    'Every accepted request becomes a run, and every start by another workflow. The newest are first; the list keeps itself up to date.',
  statuses: runStatuses,
  anyStatus: 'Every status',
  filterByStatus: 'Status',
  clear: 'Show all runs',
  toLead: (id: number) => `To lead ${id}`,
  news: (count: number) => (count === 1 ? '1 new run' : `${count} new runs`),
  charts: {
    counts: 'Runs a minute',
    countsLabel: 'Runs accepted in the last hour, by the minute',
    none: 'No run was accepted in the last hour.',
    cut: 'Of very many only the newest 100,000 are counted.',
    latency: 'How long they took',
    latencyLabel: (summary: string) =>
      `How long runs of the last hour took, from being accepted to their end, by the minute. ${summary}.`,
    noneEnded: 'No run of the last hour has ended.',
    both: (median: string, p95: string) => `Median ${median}, 95th percentile ${p95}`,
    median: (time: string) => `Median ${time}`,
    medianAbout: 'Half of the runs took this long or less.',
    p95: (time: string) => `95th percentile ${time}`,
    p95About: '95 of 100 runs took this long or less.',
  },
  count: (count: number, isAll: boolean) =>
    isAll ? (count === 1 ? '1 run' : `${count} runs`) : `The newest ${count} runs`,
  none: 'No run yet',
  noneHelp:
    'A run begins when a listener accepts a request. Open a workflow and send its listener a test request.',
  noneFit: 'No run fits',
  noneFitHelp: 'Choose another status, or show all runs.',
  toWorkflows: 'To the workflows',
  columns: { status: 'Status', workflow: 'Workflow', accepted: 'Accepted', took: 'Took', id: 'Run' },
  deletedWorkflow: 'deleted workflow',
  version: (version: number) => `Version ${version}`,
  versionOf: (version: number) => `Version ${version} of the workflow`,
  run: (id: string) => `Run ${id}`,
  open: (workflow: string, id: string) => `${workflow}, run ${id}`,
  backToAll: 'All runs',
  accepted: 'Accepted',
  started: 'Started',
  ended: 'Ended',
  goesOn: 'Goes on',
  took: 'Took',
  waitedAndRan: (waited: string, ran: string) => `Waited ${waited}, ran ${ran}`,
  failedBecause: 'Why it failed',
  startedBy: 'Started by run',
  toStarted: 'Open the started run',
  retryOf: 'It tries this run again',
  retriedAs: 'It was tried again as',
  steps: 'Steps',
  stepCount: (count: number, isAll: boolean) => (isAll ? steps(count) : `The first ${steps(count)}`),
  /** A step of a loop: which turn of each loop around it, counted from one. */
  stepOfItem: (name: string, turns: string) => `${name} · item ${turns}`,
  moreSteps: 'Show more steps',
  noSteps: 'No step has begun yet.',
  input: 'What it was given',
  stepInput: 'Input',
  stepOutput: 'Output',
  stepError: 'Error',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  attempt: (number: number) => `Attempt ${number}`,
  attemptStatus: (status: number) => `answered ${status}`,
  attemptTook: (ms: number) => `${ms} ms`,
  attemptNext: 'next',
  interrupted: 'nobody knows how it ended: the worker stopped meanwhile',
  show: (name: string) => `Show ${name}`,
  retry: {
    button: 'Retry',
    title: 'Retry this run',
    about: 'A new run starts, linked to this one. A run can be retried once; after that, retry the new run.',
    from: 'Where it begins',
    failedStep: 'At the step that failed',
    failedStepHelp: ({ own, published, used, reason }: RetryVersion) => {
      const kept = 'The results of the finished steps are kept, and nothing is sent twice.';
      if (reason !== null) {
        return `Uses version ${used}, like this run, and not the published version ${published}. ${reason} ${kept}`;
      }
      if (own === published)
        return `Uses version ${used}, which is published and which this run used. ${kept}`;
      return `Uses the published version ${used}; this run used version ${own}. The steps before the failed one are unchanged. ${kept}`;
    },
    start: 'At the first step',
    startHelp: (published: number) => `Uses the published version ${published} and runs every step again.`,
    confirm: 'Retry',
    done: (version: number) => `The new run has started with version ${version}.`,
  },
  cancel: {
    button: 'Cancel the run',
    title: 'End this run?',
    text: 'What it has done stays done. A step that is under way is undone or, if it calls outside, not waited for.',
    confirm: 'End the run',
    done: 'The run is cancelled.',
  },
  compare: {
    label: 'Compare with another run',
    about: 'Newest runs of this workflow; or paste the id of any other.',
    noOther: 'There is no other run of this workflow. The id of any other run can be pasted.',
    choose: 'Other run',
    placeholder: 'Choose a run',
    option: (at: string, status: string) => `${at} · ${status}`,
    title: (at: string, status: string) => `Compared with the run of ${at} (${status.toLowerCase()})`,
    same: 'Both were given the same and gave the same in every step.',
    differs: (values: number, isGivenDifferently: boolean, stepCount: number) => {
      const places = [
        ...(isGivenDifferently ? ['the input'] : []),
        ...(stepCount > 0 ? [steps(stepCount)] : []),
      ];
      return `${values === 1 ? '1 value differs' : `${values.toLocaleString()} values differ`}, in ${places.join(' and ')}.`;
    },
    onlyInOne: (count: number) =>
      count === 1 ? 'One step is in one of the runs only.' : `${steps(count)} are in one of the runs only.`,
    signs: 'The line with − is of the other run, the one with + of this.',
    given: 'What they were given',
    notHere: 'Only the other run has this step.',
    notThere: 'Only this run has this step.',
    more: (count: number) => `… and ${count.toLocaleString()} more ${count === 1 ? 'value' : 'values'}`,
    headers: (count: number) =>
      count === 1 ? '1 header differs' : `${count.toLocaleString()} headers differ`,
    firstSteps: 'Only the first 200 steps of each are compared.',
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
