import { Recent } from '../../lib/cache/recent.ts';
import { fingerprintOf, isOfKind } from '../../lib/crypto/token.ts';
import type { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Scope } from '../api-clients/index.ts';
import { hashesOfApiKey } from '../api-keys/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type Authenticated, authenticate, type Credential } from './authenticate.ts';
import {
  accessTokenLookUp,
  type FoundCredential,
  keyLookUp,
  type LookUpQuery,
  selectCaller,
  tokenLookUp,
  updateLastUsed,
} from './credential-store.ts';

export interface FoundCaller {
  readonly workspace: Workspace;
  /** The user that the credential acts as, or why it is rejected. */
  readonly caller: Authenticated | HarkError;
}

/** Undefined if the host serves no workspace. */
export type FindCaller = (
  context: Context,
  host: string,
  credential: Credential,
) => Promise<FoundCaller | undefined>;

const maxHosts = 10_000;

/**
 * Finds the workspace of a host and the user behind a credential of this scope (spec/rest-api §1) in one
 * round trip. The first request of a host costs one more, and so does recording the use of a client, once a
 * minute. Only the id of a host's workspace is cached, because row-level security needs it before the lookup.
 * The lookup confirms that the host still serves the workspace; otherwise the directory is read again.
 */
export function createFindCaller(
  findWorkspace: (host: string) => Promise<Pick<Workspace, 'id'> | undefined>,
  scope: Scope,
): FindCaller {
  const workspaces = new Recent<WorkspaceId>(maxHosts);

  return async (context, host, credential) => {
    const cached = workspaces.get(host);
    const found = cached && (await lookUp(context, cached, host, credential, scope));
    if (found) return found;
    workspaces.delete(host);
    const current = await findWorkspace(host);
    if (!current) return undefined;
    workspaces.set(host, current.id);
    return lookUp(context, current.id, host, credential, scope);
  };
}

/**
 * Reads the credential, its user and the role from the database for every request, so that they are never
 * stale (spec/rest-api §1.6). Undefined if the host doesn't serve the workspace.
 */
async function lookUp(
  context: Context,
  id: WorkspaceId,
  host: string,
  credential: Credential,
  scope: Scope,
): Promise<FoundCaller | undefined> {
  const query = queryFor(context, id, host, credential, scope);
  const looked = await context.db.read(id, (transaction) => selectCaller(transaction, id, query));
  if (!looked?.answersAtHost) return undefined;
  const { workspace, found } = looked;
  if (found) await noteUse(context, id, found);
  return { workspace, caller: authenticate(workspace, credential, found) };
}

/** Each kind of credential has a separate statement; the text of a token shows its kind. */
function queryFor(
  { key, clock }: Context,
  id: WorkspaceId,
  host: string,
  { type, value }: Credential,
  scope: Scope,
): LookUpQuery {
  if (type === 'api_key') return keyLookUp(id, host, hashesOfApiKey(key, value));
  const fingerprint = fingerprintOf(value);
  return isOfKind('access', value)
    ? accessTokenLookUp(id, host, fingerprint, scope, clock.now())
    : tokenLookUp(id, host, fingerprint, scope);
}

/** At most once a minute. A request must not fail because its use can't be recorded. */
async function noteUse(
  { db, clock }: Context,
  workspace: WorkspaceId,
  { client, wasUsedLately }: FoundCredential,
): Promise<void> {
  if (!client || wasUsedLately) return;
  await db
    .write(workspace, (transaction) => updateLastUsed(transaction, workspace, client, clock.now()))
    .catch(() => undefined);
}
