import { Recent } from '../../lib/cache/recent.ts';
import { fingerprintOf, isOfKind } from '../../lib/crypto/token.ts';
import type { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Scope } from '../api-clients/index.ts';
import { hashesOfApiKey } from '../api-keys/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type Authenticated, authenticate, type Credential, type SentCredential } from './authenticate.ts';
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
  /** The user that the credential acts as, or the reason why it is rejected. */
  readonly caller: Authenticated | HarkError;
}

/** Resolves to undefined if the host serves no workspace. */
export type FindCaller = (
  context: Context,
  host: string,
  sent: SentCredential,
) => Promise<FoundCaller | undefined>;

const maxHosts = 10_000;

/**
 * Finds the host's workspace and the user behind a credential of this scope (spec/rest-api §1) in one round
 * trip. The first request to a host takes one more round trip, and so does recording a client's use, once a
 * minute. Only the ID of the host's workspace is cached, because row-level security needs it before the
 * lookup. The lookup confirms that the host still serves the workspace; if it doesn't, the directory is read
 * again.
 */
export function createFindCaller(
  findWorkspace: (host: string) => Promise<Pick<Workspace, 'id'> | undefined>,
  scope: Scope,
): FindCaller {
  const workspaces = new Recent<WorkspaceId>(maxHosts);

  return async (context, host, sent) => {
    const cached = workspaces.get(host);
    const found = cached && (await lookUp(context, cached, host, sent, scope));
    if (found) return found;
    workspaces.delete(host);
    const current = await findWorkspace(host);
    if (!current) return undefined;
    workspaces.set(host, current.id);
    return lookUp(context, current.id, host, sent, scope);
  };
}

/**
 * Reads the credential, its user and the role from the database for every request, so they are never stale
 * (spec/rest-api §1.6). Returns undefined if the host doesn't serve the workspace.
 */
async function lookUp(
  context: Context,
  id: WorkspaceId,
  host: string,
  sent: SentCredential,
  scope: Scope,
): Promise<FoundCaller | undefined> {
  const query = queryFor(context, id, host, sent.credential, scope);
  const looked = await context.db.read(id, (transaction) => selectCaller(transaction, id, query));
  if (!looked?.answersAtHost) return undefined;
  const { workspace, found } = looked;
  const caller = authenticate(workspace, sent, found, context.clock.now());
  if (found && 'principal' in caller) await noteUse(context, id, found);
  return { workspace, caller };
}

/** Picks the statement for the kind of credential. A token's prefix shows its kind. */
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
    : tokenLookUp(id, host, fingerprint, scope, clock.now());
}

/** Records the credential's use, at most once a minute. A failure to record it must not fail the request. */
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
