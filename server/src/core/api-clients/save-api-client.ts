import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { invalid } from '../../lib/errors.ts';
import { type Change, changedValues, concealed, recordAudit } from '../audit/index.ts';
import type { ApiClient, ClientLimits, Scope } from './api-client.ts';
import {
  deleteApiClient,
  insertApiClient,
  selectApiClient,
  updateApiClient,
  updateToken,
} from './api-client-store.ts';
import { endOfOverlap } from './limits.ts';

/** A client is identified by its user and name. A missing value is left unchanged. */
export interface WantedApiClient {
  user: ApiClient['user'];
  name: string;
  scope?: Scope | undefined;
  active?: boolean | undefined;
  expiresAt?: ClientLimits['expiresAt'] | undefined;
  allowedAddresses?: ClientLimits['allowedAddresses'] | undefined;
}

/** `token` is set only if this call created it, because it can't be read again. */
export type SavedApiClient = ApiClient & { token?: string };

/**
 * Creates the client, or changes whether and where it is accepted. Its scope is set at creation and can't be changed
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
  return changeApiClient(change, present, wanted);
}

async function changeApiClient(
  change: Change,
  present: ApiClient,
  wanted: Omit<WantedApiClient, 'user' | 'name' | 'scope'>,
): Promise<ApiClient> {
  const saved = {
    ...present,
    active: wanted.active ?? present.active,
    expiresAt: wanted.expiresAt === undefined ? present.expiresAt : wanted.expiresAt,
    allowedAddresses: wanted.allowedAddresses ?? present.allowedAddresses,
  };
  const changed = changedValues(audited(present), audited(saved));
  if (!changed) return present;
  await updateApiClient(change.transaction, change.workspace, saved);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'api_client', id: present.id, name: present.name },
    ...changed,
  });
  return saved;
}

const audited = ({
  active,
  expiresAt,
  allowedAddresses,
}: Pick<ApiClient, 'active' | keyof ClientLimits>) => ({
  active,
  expires_at: expiresAt?.toISOString(),
  allowed_addresses: allowedAddresses.length > 0 ? allowedAddresses : undefined,
});

async function createApiClient(change: Change, wanted: WantedApiClient): Promise<SavedApiClient> {
  const { name, scope, user, active = true, expiresAt = null, allowedAddresses = [] } = wanted;
  if (scope === undefined) throw invalid('scope_missing', 'A new API client needs a scope: api or mcp.');
  const token = makeToken('client');
  const client = await insertApiClient(
    change.transaction,
    change.workspace,
    user,
    { name, scope, active, expiresAt, allowedAddresses },
    fingerprintOf(token),
  );
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'api_client', id: client.id, name },
    old: {},
    new: { user: user.email, scope, ...audited(client) },
  });
  return { ...client, token };
}

export interface Rotation {
  /** How long the replaced token stays valid; 0 means not at all. */
  readonly overlapHours: number;
  /** The client's new expiry. The replaced token never outlives its old one. */
  readonly expiresAt: Date | null;
}

/**
 * Replaces the client's token (spec/rest-api §1.11). There is at most one previous token: one from an earlier rotation
 * becomes invalid when the transaction commits.
 */
export async function rotateToken(
  change: Change,
  client: ApiClient,
  { overlapHours, expiresAt }: Rotation,
): Promise<string> {
  const { transaction, workspace, clock } = change;
  const token = makeToken('client');
  const previousUntil = endOfOverlap(clock.now(), overlapHours, client.expiresAt);
  await updateToken(transaction, workspace, client.id, fingerprintOf(token), previousUntil);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'api_client', id: client.id, name: client.name },
    old: { token: concealed },
    new: { token: concealed, previous_token_until: previousUntil?.toISOString() ?? null },
  });
  await changeApiClient(change, client, { expiresAt });
  return token;
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
    old: { user: user.email, scope: client.scope, ...audited(client) },
    new: {},
  });
}
