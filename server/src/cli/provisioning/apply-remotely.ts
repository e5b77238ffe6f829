import {
  type ApplyResult,
  type checkProvisioningFile,
  type Plan,
  ProvisioningProblem,
} from '../../core/provisioning/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { Remote } from '../shared/remote.ts';

type ReadFile = ReturnType<typeof checkProvisioningFile>;

/** Asks the server what it would change in the only workspace of a file (spec/provisioning §11.1). */
export async function planRemotely(remote: Remote, read: ReadFile, document: unknown): Promise<Plan> {
  return (await send(remote, read, document, { plan: true })) as Plan;
}

/** Applies the only workspace of a file at its server (spec/provisioning §11.1). */
export async function applyRemotely(
  remote: Remote,
  read: ReadFile,
  document: unknown,
  showSecrets: boolean,
): Promise<ApplyResult> {
  const { workspace, ...plan } = (await send(remote, read, document, {
    show_secrets: showSecrets,
  })) as Plan & {
    readonly workspace: ApplyResult['workspaces'][number];
  };
  return { workspaces: [workspace], ...plan };
}

function send(remote: Remote, read: ReadFile, document: unknown, options: object): Promise<unknown> {
  // Only here is it known where in the file an error is.
  if (read.problems.length > 0)
    throw new ProvisioningProblem(read.problems, read.text === undefined ? {} : { text: read.text });
  const { workspaces } = document as { readonly workspaces: readonly object[] };
  return remote.call('POST', '/workspace/apply', { workspace: workspaces[0], ...options }).catch(locate);
}

/** Turns paths in the request into paths in the file. */
function locate(error: unknown): never {
  if (error instanceof HarkError && error.kind === 'invalid')
    throw invalid('remote_rejected', error.message.replaceAll(/^workspace\b/gm, 'workspaces[0]'));
  throw error;
}
