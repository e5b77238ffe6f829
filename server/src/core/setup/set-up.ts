import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { isEmail } from '../../lib/email.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { Actor, Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { createFurnished } from '../provisioning/index.ts';
import { saveRole } from '../roles/index.ts';
import { hasAdministrator, requireGoodPassword, saveUser } from '../users/index.ts';
import { listWorkspaces, parseBaseUrl, renameWorkspace, type Workspace } from '../workspaces/index.ts';
import { selectHasSecret, takeSecret, upsertSetupSecret } from './set-up-store.ts';

const lifetimeMs = 24 * 3_600_000;

/** An installation without an administrator, and its workspace if there is one. */
export interface Unclaimed {
  readonly workspace: Workspace | undefined;
}

/** Returns what is left to set up, or undefined once there is an administrator or a second workspace. */
async function findUnclaimed(context: Context): Promise<Unclaimed | undefined> {
  const found: Workspace[] = [];
  for await (const workspace of listWorkspaces(context)) if (found.push(workspace) > 1) return undefined;
  const [only] = found;
  if (!only) return { workspace: undefined };
  const isClaimed = await context.db.read(only.id, (tx) => hasAdministrator(tx, only.id));
  return isClaimed ? undefined : { workspace: only };
}

/**
 * Creates the setup page's secret for the operator; undefined if there is nothing to set up. The secret keeps
 * strangers from taking over a fresh installation (spec/provisioning §1.4).
 */
export async function makeSetUpSecret(context: Context): Promise<string | undefined> {
  if (!(await findUnclaimed(context))) return undefined;
  const secret = makeToken('setup');
  const expiresAt = new Date(context.clock.now().getTime() + lifetimeMs);
  await upsertSetupSecret(context.db, fingerprintOf(secret), expiresAt);
  return secret;
}

/** Checks the secret. If it is wrong, or once an administrator exists, the page is reported as not found. */
export async function openSetUp(context: Context, secret: string): Promise<Unclaimed> {
  const isRight = await selectHasSecret(context.db, fingerprintOf(secret), context.clock.now());
  const unclaimed = isRight ? await findUnclaimed(context) : undefined;
  if (!unclaimed) throw gone();
  return unclaimed;
}

const gone = () => new HarkError('not-found', 'set_up_gone', 'Hark is already set up.');

export interface SetUpForm {
  readonly workspaceName: string;
  readonly baseUrl: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the first workspace if needed, creates the first administrator, and uses up the secret, all
 * atomically.
 */
export async function setUp(
  context: Context,
  secret: string,
  form: SetUpForm,
  address: string,
): Promise<{ baseUrl: string }> {
  const { workspace } = await openSetUp(context, secret);
  const parsed = parseBaseUrl(workspace?.baseUrl ?? form.baseUrl);
  if (!parsed) throw invalid('bad_base_url', 'Enter a URL such as https://crm.example.com, without a path.');
  if (form.workspaceName.trim() === '')
    throw invalid('workspace_name_missing', 'Enter a name for the workspace.');
  if (form.name.trim() === '') throw invalid('user_name_missing', 'Enter your name.');
  if (!isEmail(form.email)) throw invalid('bad_email', `"${form.email}" isn't a valid email address.`);
  requireGoodPassword(form.password, [form.name, form.email, form.workspaceName]);
  const actor: Actor = { user: null, means: { type: 'ui', name: 'set-up' }, origin: address };
  const claim = (change: Change) => claimWorkspace(change, secret, form);
  if (!workspace) {
    await createFurnished(context, actor, { ...parsed, name: form.workspaceName.trim() }, claim);
  } else {
    await context.db.write(workspace.id, (transaction) =>
      claim({ ...context, transaction, workspace: workspace.id, actor }),
    );
  }
  return { baseUrl: parsed.baseUrl };
}

async function claimWorkspace(change: Change, secret: string, form: SetUpForm): Promise<void> {
  // The rename also takes a lock against concurrent changes to the workspace.
  await renameWorkspace(change, form.workspaceName.trim());
  const { transaction, workspace, clock } = change;
  if (!(await takeSecret(transaction, fingerprintOf(secret), clock.now()))) throw gone();
  if (await hasAdministrator(transaction, workspace)) throw gone();
  const role = 'Administrator';
  await saveRole(change, { name: role, isAdmin: true });
  const { email, password } = form;
  await saveUser(change, { email, name: form.name.trim(), role, active: true, password });
}
