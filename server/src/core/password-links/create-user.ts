import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { parseOwnJson } from '../../lib/json.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import {
  type ApiCaller,
  changeOnce,
  type GivenAnswer,
  type RepeatableRequest,
} from '../idempotency/index.ts';
import { requireRoleReference } from '../roles/index.ts';
import { addUser, findNewSignInUser, findUser, type NewUser, showUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { makeLink } from './make-link.ts';

interface CreatedUser {
  readonly user: ReturnType<typeof showUser>;
  /** A link to set the first password, if the user was created without one. */
  readonly invite_url?: string;
}

/**
 * Creates a user, once per Idempotency-Key (spec/rest-api §14.1). The response contains a link to set a password, unless
 * the caller sets one. The stored response contains the link encrypted, because anyone who has the link can use it.
 */
export async function createUserOnce(
  context: Context,
  caller: ApiCaller,
  request: RepeatableRequest,
  wanted: NewUser,
): Promise<GivenAnswer> {
  const { workspace } = caller.principal;
  const { status, body } = await changeOnce(context, caller, request, async (change) => ({
    status: 201,
    body: withUrl(await createUser(change, workspace, wanted), (url) => seal(context.key, purpose, url)),
  }));
  return { status, body: JSON.stringify(withUrl(parseOwnJson(body) as CreatedUser, opened(context.key))) };
}

const purpose = 'invite-url';
const opened = (key: InstallationKey) => (sealed: string) => open(key, purpose, sealed);

const withUrl = ({ user, invite_url }: CreatedUser, convert: (url: string) => string): CreatedUser =>
  invite_url === undefined ? { user } : { user, invite_url: convert(invite_url) };

async function createUser(
  change: Change,
  workspace: Workspace,
  { role: reference, ...wanted }: NewUser,
): Promise<CreatedUser> {
  const { transaction } = change;
  const role = await requireRoleReference(change, reference);
  // The generated password is never shown, so the link is the only way to sign in.
  const { id, email } = await addUser(change, { ...wanted, role: role.id });
  const user = showUser(await findUser(transaction, workspace.id, id));
  if (wanted.password !== undefined) return { user };
  const invited = await findNewSignInUser(transaction, workspace.id, email);
  return { user, invite_url: (await makeLink(change, workspace, invited, 'invitation')).url };
}
