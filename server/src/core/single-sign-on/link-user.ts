import { type Change, recordAudit } from '../audit/index.ts';
import { findRole, isLastAdministrator, keepingAdministrator } from '../roles/index.ts';
import { saveUser } from '../users/index.ts';
import type { Identity } from './claims.ts';
import { type FoundUser, insertIdentity, selectByAddress, selectLinked } from './identity-store.ts';
import type { Provider } from './provider.ts';
import { SsoRefusal } from './refusal.ts';

/**
 * Finds the user of a person at the provider (spec/single-sign-on §2.4). The first sign-in links the user with the
 * same email address, or creates one. Later ones go only by issuer and subject.
 * @throws SsoRefusal
 */
export async function findOrLinkUser(
  change: Change,
  provider: Provider,
  identity: Identity,
): Promise<FoundUser> {
  const { transaction, workspace } = change;
  const linked = await selectLinked(transaction, workspace, identity);
  const user = linked ?? (await selectByAddress(transaction, workspace, identity.issuer, identity.email));
  if (user && !user.active) throw new SsoRefusal('the user is deactivated', user);
  if (user && !linked && user.subject !== null)
    throw new SsoRefusal('changed subject: the user is linked to another account at the provider', user);
  const role = roleFor(provider, identity, user);
  if (!user) return createLinked(change, identity, role);
  if (!linked) await link(change, user, identity);
  if (role !== user.role.id) await changeRole(change, provider, user, role);
  return user;
}

/** Returns the role after this sign-in. @throws SsoRefusal if the provider gives the person none (spec/single-sign-on §2.5) */
function roleFor({ defaultRole }: Provider, { role }: Identity, user: FoundUser | undefined) {
  if (role === undefined && user) return user.role.id;
  const decided = role ?? defaultRole;
  if (decided === null) throw new SsoRefusal('the provider gives the person no role', user);
  return decided;
}

async function createLinked(
  change: Change,
  identity: Identity,
  roleId: FoundUser['role']['id'],
): Promise<FoundUser> {
  const { transaction, workspace } = change;
  const role = await findRole(transaction, workspace, roleId);
  const { email, name } = identity;
  await saveUser(change, { email, name, role: role.name, password: null });
  const created = await selectByAddress(transaction, workspace, identity.issuer, email);
  if (!created) throw new Error('the user that was just created is missing');
  await link(change, created, identity);
  return created;
}

async function link(change: Change, { id, name }: FoundUser, identity: Identity): Promise<void> {
  await insertIdentity(change.transaction, change.workspace, id, identity, change.clock.now());
  const { issuer, subject } = identity;
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'user', id, name },
    old: {},
    new: { single_sign_on: 'linked', issuer, subject },
  });
}

/** Changes the role, except of the last administrator and the break-glass administrator, who would lose access. */
async function changeRole(
  change: Change,
  { isRequired, breakGlassUser }: Provider,
  user: FoundUser,
  roleId: FoundUser['role']['id'],
): Promise<void> {
  const { transaction, workspace } = change;
  const role = await findRole(transaction, workspace, roleId);
  const save = () => saveUser(change, { email: user.email, role: role.name });
  if (!user.role.isAdmin || role.isAdmin) {
    await save();
    return;
  }
  if (isRequired && breakGlassUser === user.id) return;
  await keepingAdministrator(change, async () => {
    if (!(await isLastAdministrator(transaction, workspace, user))) await save();
  });
}
