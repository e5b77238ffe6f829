import { HarkError } from '../../lib/errors.ts';
import type { Workspace } from './workspace.ts';

/** Suspending takes days rather than seconds: who sends again by himself should not do so all the time. */
const retryAfterSeconds = 300;

/**
 * The response of a suspended workspace on every surface. It means "not now", so that senders keep their data and retry, and apps
 * don't discard their tokens (docs/design/workspaces.md).
 */
const workspaceSuspended = () =>
  new HarkError(
    'unavailable',
    'workspace_suspended',
    'This workspace is suspended. Ask the operator of this installation, and try again later.',
    { retryAfterSeconds },
  );

/** Refuses whatever is asked of a suspended workspace. */
export function requireResumed({ isSuspended }: Pick<Workspace, 'isSuspended'>): void {
  if (isSuspended) throw workspaceSuspended();
}
