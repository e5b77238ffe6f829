import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { type Change, changedValues, concealed, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { findRole } from '../roles/index.ts';
import { deleteWithoutSso, type Session } from '../sessions/index.ts';
import { domainOf, issuerOf, ProviderProblem, requireGoodSettings } from './check-settings.ts';
import { countLinked } from './identity-store.ts';
import type { Provider, ProviderSettings } from './provider.ts';
import {
  deleteProvider,
  type StoredProvider,
  selectBreakGlassCandidates,
  selectProvider,
  selectShownProvider,
  updateRequired,
  upsertProvider,
} from './provider-store.ts';

const purpose = 'identity-provider';

export const sealedClientSecret = {
  table: 'identity_providers',
  column: 'sealed_client_secret',
  purpose,
} as const;

/** The settings to save. Without a secret, the present one stays. */
export interface WantedProvider extends ProviderSettings {
  readonly clientSecret?: string | undefined;
}

const audited = ({ name, ...provider }: ProviderSettings) => ({
  name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  allowed_domains: provider.allowedDomains,
  trusts_email: provider.trustsEmail,
  role_claim: provider.roleClaim,
  role_map: provider.roleMap.map(({ value, role }) => `${value}: ${role}`),
  default_role: provider.defaultRole,
});

/** Creates or changes the workspace's provider. @throws ProviderProblem (spec/single-sign-on §1.1) */
export async function saveProvider(
  change: Change,
  { allow }: { readonly allow: ReadonlySet<string> },
  { clientSecret, ...given }: WantedProvider,
): Promise<void> {
  const { transaction, workspace, key } = change;
  const wanted = {
    ...given,
    issuer: issuerOf(given.issuer),
    allowedDomains: [...new Set(given.allowedDomains.map(domainOf))],
  };
  requireGoodSettings(wanted, allow);
  for (const { role } of wanted.roleMap) await findRole(transaction, workspace, role);
  if (wanted.defaultRole !== null) await findRole(transaction, workspace, wanted.defaultRole);
  const present = await selectProvider(transaction, workspace);
  const pointsElsewhere = present?.issuer !== wanted.issuer || present.clientId !== wanted.clientId;
  if (present?.isRequired && present.issuer !== wanted.issuer) throw stillRequired();
  // Otherwise the present secret would be sent to another server.
  if (clientSecret === undefined && (!present || pointsElsewhere))
    throw new ProviderProblem([
      {
        key: 'client_secret',
        message: present ? 'must be given again, because the issuer or client has changed' : 'is required',
      },
    ]);
  const secret =
    clientSecret === undefined ? (present?.sealedSecret ?? '') : seal(key, purpose, clientSecret);
  const changed = changedValues(present ? audited(present) : {}, audited(wanted));
  if (!changed && clientSecret === undefined) return;
  await upsertProvider(transaction, workspace, wanted, secret);
  await recordAudit(change, {
    action: present ? 'changed' : 'created',
    subject: subjectOf(wanted),
    old: changed?.old ?? {},
    new: { ...changed?.new, ...(clientSecret !== undefined && { client_secret: concealed }) },
  });
}

const subjectOf = ({ name }: Pick<Provider, 'name'>) => ({ type: 'identity_provider', id: 0, name }) as const;

const stillRequired = () =>
  conflict('sso_still_required', 'Stop requiring single sign-on first. Otherwise no one could sign in.');

/** Removes the provider. Users keep their accounts and their links to it. */
export async function removeProvider(change: Change): Promise<void> {
  const { transaction, workspace } = change;
  const present = await selectProvider(transaction, workspace);
  if (!present) return;
  if (present.isRequired) throw stillRequired();
  await deleteProvider(transaction, workspace);
  await recordAudit(change, {
    action: 'deleted',
    subject: subjectOf(present),
    old: audited(present),
    new: {},
  });
}

const noProvider = () =>
  new HarkError('not-found', 'no_identity_provider', "Single sign-on isn't set up in this workspace.");

/**
 * Requires single sign-on of everyone except one administrator (spec/single-sign-on §4.2). All other sessions that
 * didn't come from it end.
 * @returns how many sessions ended
 */
export async function requireSso(change: Change, session: Session, breakGlassUser: UserId): Promise<number> {
  const { transaction, workspace } = change;
  const present = await selectProvider(transaction, workspace);
  if (!present) throw noProvider();
  const candidates = await selectBreakGlassCandidates(transaction, workspace);
  if (!candidates.some(({ id }) => id === breakGlassUser))
    throw invalid('bad_break_glass_user', 'Choose an active administrator who has a password.');
  if ((await countLinked(transaction, workspace, present.issuer)) === 0)
    throw conflict(
      'sso_untested',
      'Sign in with single sign-on once before you require it, to see that it works.',
    );
  if (!session.isSso && session.principal.user.id !== breakGlassUser)
    throw conflict(
      'would_lock_out',
      'This would sign you out. Sign in with single sign-on first, or choose yourself as the break-glass administrator.',
    );
  await changeRequired(change, present, { isRequired: true, breakGlassUser });
  return deleteWithoutSso(transaction, workspace, breakGlassUser);
}

/** Allows passwords and passkeys again (spec/single-sign-on §4.3). @returns false if single sign-on wasn't required */
export async function stopRequiringSso(change: Change): Promise<boolean> {
  const present = await selectProvider(change.transaction, change.workspace);
  if (!present?.isRequired) return false;
  await changeRequired(change, present, { isRequired: false, breakGlassUser: null });
  return true;
}

async function changeRequired(
  change: Change,
  present: Provider,
  wanted: Pick<Provider, 'isRequired' | 'breakGlassUser'>,
): Promise<void> {
  await updateRequired(change.transaction, change.workspace, wanted);
  const shown = ({ isRequired, breakGlassUser }: Pick<Provider, 'isRequired' | 'breakGlassUser'>) => ({
    is_required: isRequired,
    break_glass_user: breakGlassUser,
  });
  const changed = changedValues(shown(present), shown(wanted));
  if (changed) await recordAudit(change, { action: 'changed', subject: subjectOf(present), ...changed });
}

/** Reads the provider without its secret, and what an administrator can choose from. */
export const readProvider = ({ db }: Pick<Context, 'db'>, workspace: WorkspaceId) =>
  db.read(workspace, async (transaction) => {
    const stored = await selectProvider(transaction, workspace);
    const candidates = await selectBreakGlassCandidates(transaction, workspace);
    const linkedUsers = stored ? await countLinked(transaction, workspace, stored.issuer) : 0;
    const provider = stored && withoutSecret(stored);
    return { provider, candidates, linkedUsers };
  });

export const readShownProvider = ({ db }: Pick<Context, 'db'>, workspace: WorkspaceId) =>
  db.read(workspace, (transaction) => selectShownProvider(transaction, workspace));

function withoutSecret({ sealedSecret: _, ...provider }: StoredProvider): Provider {
  return provider;
}

/** Reads the provider with its secret, to sign someone in. */
export async function openStoredProvider(
  { db, key }: Pick<Context, 'db' | 'key'>,
  workspace: WorkspaceId,
): Promise<{ provider: Provider; secret: string } | undefined> {
  const stored = await db.read(workspace, (transaction) => selectProvider(transaction, workspace));
  return stored && { provider: stored, secret: secretOf(key, stored) };
}

const secretOf = (key: InstallationKey, { sealedSecret }: StoredProvider): string =>
  open(key, purpose, sealedSecret);
