import type { RunStatus } from '../../components/chips/status-chip.tsx';

/** Returns the status of a request's run. A failed run that another run has replaced needs no attention. */
export const runStatusOf = ({
  status,
  is_retried,
}: {
  readonly status: RunStatus;
  readonly is_retried: boolean;
}): RunStatus | 'retried' => (status === 'failed' && is_retried ? 'retried' : status);
