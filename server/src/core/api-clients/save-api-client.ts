import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { invalid } from '../../lib/errors.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import type { ApiClient, Scope } from './api-client.ts';
import { deleteApiClient, insertApiClient, selectApiClient, updateActive } from './api-client-store.ts';

/** A client is identified by its user and name. */
export interface WantedApiClient {
  user: ApiClient['user'];
  name: string;
  scope?: Scope | undefined;
  active?: boolean | undefined;
}

/** `token` is set only if this call created the client, because it can't be read again. */
export type SavedApiClient = ApiClient & { token?: string };

/**
 * Creates the client, or enables or disables it. Its scope is set at creation and can't be changed
 * (spec/rest-api §1.5).
 */
export async function saveApiClient(change: Change, wanted: WantedApiClient): Promise<SavedApiClient> {
  const { transaction, workspace } = change;
  const present = await selectApiClient(transaction, workspace, wanted.user, wanted.name);
  if (!present) return createApiClient(change, wanted);
  if (wanted.scope !== undefined && wanted.scope !== present.scope) {
    throw invalid(
      'scope_is_fixed',
      `"${present.name}" has the scope ${present.scope}, which can't be changed. Create another client, or delete this one first.`,
    );
  }
  const active = wanted.active ?? present.active;
  if (active === present.active) return present;
  await updateActive(transaction, workspace, present.id, active);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'api_client', id: present.id, name: present.name },
    old: { active: present.active },
    new: { active },
  });
  return { ...present, active };
}

async function createApiClient(change: Change, wanted: WantedApiClient): Promise<SavedApiClient> {
  const { name, scope, user, active = true } = wanted;
  if (scope === undefined) throw invalid('scope_missing', 'A new API client needs a scope: api or mcp.');
  const token = makeToken('client');
  const client = await insertApiClient(
    change.transaction,
    change.workspace,
    user,
    { name, scope, active },
    fingerprintOf(token),
  );
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'api_client', id: client.id, name },
    old: {},
    new: { user: user.email, scope, active },
  });
  return { ...client, token };
}

/**
 * Removes the client. Its token becomes invalid when the transaction commits. A missing client isn't an
 * error.
 */
export async function removeApiClient(change: Change, user: ApiClient['user'], name: string): Promise<void> {
  const { transaction, workspace } = change;
  const client = await selectApiClient(transaction, workspace, user, name);
  if (!client) return;
  await deleteApiClient(transaction, workspace, client.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'api_client', id: client.id, name },
    old: { user: user.email, scope: client.scope, active: client.active },
    new: {},
  });
}
