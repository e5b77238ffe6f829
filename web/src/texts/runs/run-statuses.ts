/** The names of run statuses. They have a separate file, because the shell needs them to parse URLs but no other strings about runs. */
export const runStatuses = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Canceled',
} as const;
