import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { RoleId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Provider, ProviderSettings, RoleMapping } from './provider.ts';

/** A provider with its client secret, which is still encrypted. */
export interface StoredProvider extends Provider {
  readonly sealedSecret: string;
}

type Row = Omit<Tables['identity_providers'], 'workspace_id'>;

export async function selectProvider(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<StoredProvider | undefined> {
  const row = await transaction.first<Row>(sql`
    select name, issuer, client_id, sealed_client_secret, allowed_domains, trusts_email, role_claim, default_role_id,
           is_required, break_glass_user_id
    from identity_providers where workspace_id = ${workspace}`);
  if (!row) return undefined;
  const roleMap = await transaction.query<RoleMapping>(sql`
    select claim_value as value, role_id as role from identity_provider_roles
    where workspace_id = ${workspace} order by position`);
  return {
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    sealedSecret: row.sealed_client_secret,
    allowedDomains: row.allowed_domains,
    trustsEmail: row.trusts_email,
    roleClaim: row.role_claim,
    roleMap,
    defaultRole: row.default_role_id as RoleId | null,
    isRequired: row.is_required,
    breakGlassUser: row.break_glass_user_id as UserId | null,
  };
}

/** What the sign-in page shows. */
export interface ShownProvider {
  readonly name: string;
  readonly isRequired: boolean;
}

export async function selectShownProvider(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ShownProvider | undefined> {
  const row = await transaction.first<Pick<Row, 'name' | 'is_required'>>(
    sql`select name, is_required from identity_providers where workspace_id = ${workspace}`,
  );
  return row && { name: row.name, isRequired: row.is_required };
}

export async function upsertProvider(
  transaction: Transaction,
  workspace: WorkspaceId,
  provider: ProviderSettings,
  sealedSecret: string,
): Promise<void> {
  const { name, issuer, clientId, allowedDomains, trustsEmail, roleClaim, roleMap, defaultRole } = provider;
  await transaction.query(sql`
    insert into identity_providers (workspace_id, name, issuer, client_id, sealed_client_secret, allowed_domains,
                                    trusts_email, role_claim, default_role_id)
    values (${workspace}, ${name}, ${issuer}, ${clientId}, ${sealedSecret}, ${allowedDomains}, ${trustsEmail},
            ${roleClaim}, ${defaultRole})
    on conflict (workspace_id) do update set
      name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_client_secret = excluded.sealed_client_secret, allowed_domains = excluded.allowed_domains,
      trusts_email = excluded.trusts_email, role_claim = excluded.role_claim,
      default_role_id = excluded.default_role_id`);
  await transaction.query(sql`delete from identity_provider_roles where workspace_id = ${workspace}`);
  const [values, roles] = [roleMap.map(({ value }) => value), roleMap.map(({ role }) => role)];
  await transaction.query(sql`
    insert into identity_provider_roles (workspace_id, position, claim_value, role_id)
    select ${workspace}, position, value, role
    from unnest(${values}::text[], ${roles}::bigint[]) with ordinality given (value, role, position)`);
}

export async function updateRequired(
  transaction: Transaction,
  workspace: WorkspaceId,
  { isRequired, breakGlassUser }: Pick<Provider, 'isRequired' | 'breakGlassUser'>,
): Promise<void> {
  await transaction.query(sql`
    update identity_providers set is_required = ${isRequired}, break_glass_user_id = ${breakGlassUser}
    where workspace_id = ${workspace}`);
}

export async function deleteProvider(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`delete from identity_providers where workspace_id = ${workspace}`);
}

/** Returns the active administrators who have a password. One of them can be the break-glass administrator. */
export function selectBreakGlassCandidates(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<{ id: UserId; name: string; email: string }[]> {
  return transaction.query(sql`
    select u.id, u.name, u.email from users u
    join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id and r.is_admin
    where u.workspace_id = ${workspace} and u.active and u.password_hash like '$argon2%' order by lower(u.name), u.id`);
}
