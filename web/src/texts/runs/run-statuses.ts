/** By themselves, because the shell reads addresses with them and loads no other text of runs. */
export const runStatuses = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;
