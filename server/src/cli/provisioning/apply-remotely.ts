import {
  type ApplyResult,
  type checkProvisioningFile,
  type Plan,
  ProvisioningProblem,
} from '../../core/provisioning/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { Remote } from '../shared/remote.ts';

/** Sends the only workspace of a file to its server (spec/provisioning §11.1). */
export async function applyRemotely(
  remote: Remote,
  read: ReturnType<typeof checkProvisioningFile>,
  document: unknown,
  { isPlan, showSecrets }: { readonly isPlan: boolean; readonly showSecrets: boolean },
): Promise<Plan | ApplyResult> {
  // Only here is it known where in the file an error is.
  if (read.problems.length > 0)
    throw new ProvisioningProblem(read.problems, read.text === undefined ? {} : { text: read.text });
  const { workspaces } = document as { readonly workspaces: readonly object[] };
  const body = { workspace: workspaces[0], plan: isPlan, show_secrets: showSecrets };
  const done = await remote.call('POST', '/workspace/apply', body).catch(locate);
  if (isPlan) return done as Plan;
  const { workspace } = done as { readonly workspace: ApplyResult['workspaces'][number] };
  return { workspaces: [workspace] };
}

/** Turns paths in the request into paths in the file. */
function locate(error: unknown): never {
  if (error instanceof HarkError && error.kind === 'invalid')
    throw invalid('remote_rejected', error.message.replaceAll(/^workspace\b/gm, 'workspaces[0]'));
  throw error;
}
