import { HarkError } from '../../lib/errors.ts';
import type { Workspace } from './workspace.ts';

/** A suspension lasts days, not seconds, so automatic retries should be rare. */
const retryAfterSeconds = 300;

/**
 * The error for every request to a suspended workspace. It asks callers to retry later, so senders keep their
 * data and apps don't discard their tokens (docs/design/workspaces.md).
 */
const workspaceSuspended = () =>
  new HarkError(
    'unavailable',
    'workspace_suspended',
    'This workspace is suspended. Contact the operator of this installation.',
    { retryAfterSeconds },
  );

export function requireResumed({ isSuspended }: Pick<Workspace, 'isSuspended'>): void {
  if (isSuspended) throw workspaceSuspended();
}
