import { HarkError } from '../../lib/errors.ts';
import type { Workspace } from './workspace.ts';

/** A suspension lasts days, not seconds, so automatic retries should be rare. */
const retryAfterSeconds = 300;

/**
 * The response of a suspended workspace everywhere. It means "not now", so that senders keep their data and
 * retry, and apps don't discard their tokens (docs/design/workspaces.md).
 */
const workspaceSuspended = () =>
  new HarkError(
    'unavailable',
    'workspace_suspended',
    'This workspace is suspended. Ask the operator of this installation, and try again later.',
    { retryAfterSeconds },
  );

export function requireResumed({ isSuspended }: Pick<Workspace, 'isSuspended'>): void {
  if (isSuspended) throw workspaceSuspended();
}
