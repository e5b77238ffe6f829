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
  statuses: runStatuses,
  charts: { cut: 'Based on the latest 100,000 runs.' },
  /** A failed run that was retried. */
  retried: 'Retried',
  none: 'No runs yet',
  noneHelp:
    'A run starts when a webhook accepts a request. Open a workflow and send a test request to its webhook.',
  toWorkflows: 'Open workflows',
  deletedWorkflow: 'Deleted workflow',
  open: (workflow: string, version: number, id: string) => `${workflow} v${version}, run ${id}`,
  toStarted: 'View started run',
  toCalled: 'View called run',
  warnings: (count: number) => (count === 1 ? '1 handled failure' : `${count} handled failures`),
  /** Names a step inside loops. `turns` contains the item number in each loop around the step, counted from 1. */
  item: (turns: string) => `item ${turns}`,
  attemptStatus: (status: number) => `HTTP ${status}`,
  /** What another server said about a failed call, and what happened. */
  quoted: (message: string, cause: string) => `“${message}” ${cause}`,
  attemptNext: 'next attempt',
  interrupted: 'Outcome unknown: the worker stopped during this attempt',
  retry: {
    button: 'Retry',
    more: 'More ways to retry',
    title: 'Retry this run',
    about:
      'Starts a new run that is linked to this one. Each run can be retried once; after that, retry the new run.',
    from: 'Retry from',
    newer: (own: number, published: number) =>
      `This run used version ${own}. Version ${published} has been published since.`,
    fixed: 'It changes the step that failed.',
    failedStep: (version: number) => `The failed step, with version ${version}`,
    failedStepUnknown: 'The failed step',
    failedStepHelp: ({ own, published, used, reason }: RetryVersion) => {
      const kept = 'Reuses the results of the completed steps, so nothing is sent twice.';
      if (reason !== null) {
        return `Uses version ${used}, like this run, instead of the published version ${published}. ${reason} ${kept}`;
      }
      if (own === published)
        return `Uses version ${used}, which is both the published version and the one this run used. ${kept}`;
      return `Uses the published version ${used}; this run used version ${own}. The steps before the failed one are unchanged. ${kept}`;
    },
    start: (version: number) => `The first step, with version ${version}`,
    startUnknown: 'The first step',
    startHelp: (published: number) => `Uses the published version ${published} and runs every step again.`,
    confirm: 'Retry',
    confirmWith: (version: number) => `Retry with version ${version}`,
    done: (version: number) => `A new run has started with version ${version}.`,
  },
  cancel: {
    button: 'Cancel run',
    title: 'Cancel this run?',
    text: "Completed steps aren't undone. A step in progress is rolled back; if it's an external call, Hark doesn't wait for the result.",
    confirm: 'Yes, cancel run',
    done: 'Run canceled.',
  },
  compare: {
    label: 'Compare with another run',
    about: 'Choose one of the latest runs of this workflow, or paste the ID of any other run.',
    noOther: 'This workflow has no other runs. Paste the ID of any other run.',
    choose: 'Other run',
    placeholder: 'Choose a run',
    option: (at: string, name: string, status: string) => `${at} · ${name} · ${status}`,
    title: (at: string, name: string, status: string) =>
      `Compared with the run of ${name} from ${at} (${status.toLowerCase()})`,
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
    ms: (value: number) => (value < 1 ? '<1 ms' : `${value} ms`),
    s: (value: number) => `${value} s`,
    min: (value: number) => `${value} min`,
    h: (value: number) => `${value} h`,
    d: (value: number) => `${value} d`,
    running: 'so far',
  },
} as const;
