import { generate } from 'otplib';
import type { Principal } from '../../src/core/access/index.ts';
import { recordCall } from '../../src/core/agents/index.ts';
import { rotateTokenOf, saveApiClient } from '../../src/core/api-clients/index.ts';
import { KeyUses, saveApiKey } from '../../src/core/api-keys/index.ts';
import { askForApproval } from '../../src/core/approvals/index.ts';
import { attemptSubject, takeAttempt } from '../../src/core/attempts/index.ts';
import type { Actor, Change } from '../../src/core/audit/index.ts';
import { createConnection, finishSignIn, startSignIn } from '../../src/core/connections/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { lockRelay } from '../../src/core/events/index.ts';
import { answerOnce } from '../../src/core/idempotency/index.ts';
import { readFieldSet, saveLeadField } from '../../src/core/lead-fields/index.ts';
import { addPart, beginImport } from '../../src/core/lead-files/index.ts';
import { createLead, deleteLead, editLead, type LeadChange } from '../../src/core/leads/index.ts';
import { RefusedRequests } from '../../src/core/listeners/index.ts';
import { reserveRecipients } from '../../src/core/mail/index.ts';
import { resetPassword } from '../../src/core/password-links/index.ts';
import { writeOrPropose } from '../../src/core/proposals/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { upsertSteps } from '../../src/core/runs/index.ts';
import { saveView } from '../../src/core/saved-views/index.ts';
import { addApp, addNewPasskey, beginApp, checkNewApp } from '../../src/core/second-factors/index.ts';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { startSession } from '../../src/core/sessions/index.ts';
import { keepFlow } from '../../src/core/sign-in-flows/index.ts';
import { findOrLinkUser, saveProvider } from '../../src/core/single-sign-on/index.ts';
import { saveTriggers } from '../../src/core/triggers/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { createWebhook, rotateWebhookSecret, testWebhook } from '../../src/core/webhooks/index.ts';
import { saveDraft, saveWorkflow } from '../../src/core/workflows/index.ts';
import { createWorkspace, type Workspace } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';
import type { RunId, SessionId, UserId, WorkspaceId } from '../../src/lib/ids.ts';
import { approve } from './approval.ts';
import { silent } from './scratch-database.ts';
import { sessionOf } from './session.ts';

let made = 0;
/** Returns a number that no other builder has used. */
const unique = () => `${process.pid}-${++made}`;

export const testActor: Actor = { user: null, means: { type: 'apply' }, origin: 'a test' };

/** Creates a workspace that no other test uses. */
export async function buildWorkspace(context: Context, name = `Workspace ${unique()}`): Promise<Workspace> {
  const host = `w${unique()}.test`;
  const baseUrl = `http://${host}`;
  const id = await createWorkspace(
    context,
    testActor,
    { name, baseUrl, host },
    async (change) => change.workspace,
  );
  return { id, name, baseUrl, host, listenerHost: null, isSuspended: false };
}

/** Runs changes in a workspace, by default as the test actor. */
export function changing<T>(
  { db, clock, key }: Context,
  workspace: WorkspaceId,
  work: (change: Change) => Promise<T>,
  actor = testActor,
): Promise<T> {
  return db.write(workspace, (transaction) => work({ transaction, workspace, actor, clock, key }));
}

type RoleParams = Partial<Parameters<typeof saveRole>[1]>;
const buildRole = (context: Context, workspace: WorkspaceId, params: RoleParams = {}) =>
  changing(context, workspace, (change) => saveRole(change, { name: `Role ${unique()}`, ...params }));

type UserParams = Partial<Parameters<typeof saveUser>[1]>;
/** Creates a user, with a new role unless one is named. Hashing a password takes long, so the user has none unless asked. */
export async function buildUser(context: Context, workspace: WorkspaceId, params: UserParams = {}) {
  const role = params.role ?? (await buildRole(context, workspace)).name;
  const values = { email: `user-${unique()}@example.test`, name: `User ${unique()}`, password: null };
  const wanted = { ...values, ...params, role };
  return changing(context, workspace, (change) => saveUser(change, wanted));
}

/** Changes leads with all permissions, as `hark apply` does. */
export const changingLeads = <T>(
  context: Context,
  workspace: WorkspaceId,
  work: (change: LeadChange) => Promise<T>,
): Promise<T> =>
  changing(context, workspace, async (change) => {
    const fields = await readFieldSet(change.transaction, workspace);
    return work({ ...change, fields, may: () => true, defaultOwner: null });
  });

/** Adds at least one row for the workspace to every table that the application fills, through the product's own code. */
export async function furnish(context: Context, workspace: Workspace): Promise<void> {
  const { id } = workspace;
  const user = await buildUser(context, id, { password: 'a password that is hashed' });
  await changing(context, id, async (change) => {
    await saveApiKey(change, user, undefined);
    const { id: client } = await saveApiClient(change, {
      user,
      name: 'Integration',
      scope: 'api',
      allowedAddresses: ['127.0.0.1'],
    });
    await rotateTokenOf(change, user, client, { overlapHours: 24, expiresAt: null });
    await saveLeadField(change, { alias: 'external_id', type: 'text', unique: true });
  });
  const uses = new KeyUses();
  uses.note({ workspace: id, user: user.id, address: '127.0.0.1', agent: 'curl', lastUsedAt: new Date() });
  await uses.write(context);
  const lead = await changingLeads(context, id, async (change) => {
    const kept = await createLead(change, { first_name: 'Kept', external_id: `kept-${unique()}` });
    await deleteLead(change, (await createLead(change, { first_name: 'Deleted' })).id);
    return kept.id;
  });
  const principal = {
    workspace,
    user,
    role: { ...user.role, isAdmin: true, permissions: {} },
    means: { type: 'api_key' },
  } as const;
  const caller = { principal, settings: {} as never, versions: { fields: 1, names: 1, values: 1 } };
  await recordCall(context, caller, 'get_lead', { id: lead }, silent, async () => ({
    outcome: 'ok',
    error: null,
    resultBytes: 2,
    leads: [lead],
  }));
  const request = { key: unique(), method: 'POST', path: '/', body: Buffer.from('{}') };
  await context.db.write(id, (transaction) =>
    answerOnce(transaction, principal, request, async () => ({ status: 201, body: '{}', leads: [lead] })),
  );
  await context.db.write(id, (transaction) => lockRelay(transaction, id));
  await changing(context, id, async (change) => {
    const types = ['lead.created'];
    const { id } = await createWebhook(change, { name: 'Hook', url: 'https://hook.example.test/', types });
    await rotateWebhookSecret(change, id);
    await testWebhook(change, id);
  });
  await changingLeads(context, id, (change) =>
    writeOrPropose({ ...change, actor: { ...change.actor, user }, isProposed: true }, 'edit', (inside) =>
      editLead(inside, lead, { first_name: 'Proposed' }),
    ),
  );
  await furnishFiles(context, principal);
  await furnishConnections(context, principal);
  await furnishRuns(context, principal);
  await furnishFactors(context, principal);
  await (await approve(context, workspace, user)).ask();
  await furnishSignIn(context, workspace, user);
}

/** Adds a connection that is connected to a service, and a sign-in that isn't finished. */
async function furnishConnections(context: Context, principal: Principal): Promise<void> {
  const { id } = await changing(context, principal.workspace.id, (change) =>
    createConnection(
      change,
      { allow: new Set() },
      {
        name: 'CRM',
        type: 'oauth2',
        origin: 'https://crm.example.test',
        grant: 'authorization_code',
        token_url: 'https://crm.example.test/token',
        authorize_url: 'https://crm.example.test/authorize',
        client_id: 'hark',
        client_secret: 'sealed-client-secret',
      },
    ),
  );
  const session = sessionOf(1 as SessionId, principal);
  const tokens = { access_token: 'sealed-access-token', refresh_token: 'sealed-refresh-token' };
  const service = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(tokens)) });
  const state = new URL(await startSignIn(context, session, id)).searchParams.get('state') ?? '';
  const visitor = { userAgent: undefined, address: '127.0.0.1' };
  await finishSignIn(context, service, session, visitor, { state, code: 'a-code' });
  await startSignIn(context, session, id);
}

async function furnishFiles(context: Context, principal: Principal): Promise<void> {
  const file = await beginImport(context, principal, 'leads.csv');
  await addPart(context, principal, file, 0, Buffer.from('email\n'));
  const definition = { search: 'kept' };
  await saveView(context, principal, '127.0.0.1', { name: 'Kept', definition, isShared: false });
}

async function furnishSignIn(
  context: Context,
  workspace: Workspace,
  { id, email }: { id: UserId; email: string },
): Promise<void> {
  const visitor = { userAgent: undefined, address: '127.0.0.1' };
  await context.db.write(workspace.id, (transaction) =>
    startSession(transaction, context, workspace.id, { id, signInVersion: 1 }, visitor),
  );
  await resetPassword(context, { actor: testActor, workspace, mailer: undefined }, email);
  await furnishSso(context, workspace, email);
  await takeAttempt(context, workspace.id, [{ subject: attemptSubject(context.key, unique()), most: 1 }]);
  // Only the trigger of a workspace that moves writes such rows.
  await changing(context, workspace.id, ({ transaction }) =>
    transaction.query(
      sql`insert into moving_rows (workspace_id, table_name, key) values (${workspace.id}, 'leads', '{"id":7}')`,
    ),
  );
}

/** Adds an authenticator app, a passkey, recovery codes, and a sign-in that isn't finished. */
async function furnishFactors(context: Context, principal: Principal): Promise<void> {
  const { workspace, user } = principal;
  const visitor = { userAgent: undefined, address: '127.0.0.1' };
  const { id, token } = await context.db.write(workspace.id, (transaction) =>
    startSession(transaction, context, workspace.id, { id: user.id, signInVersion: 1 }, visitor),
  );
  const session = { ...sessionOf(id, principal), hasSecondFactor: true };
  const browser = { workspace: workspace.id, cookie: token };
  const { secret } = await beginApp(context, browser, session);
  const app = await checkNewApp(context, browser, await generate({ secret }));
  const passkey = {
    name: 'Phone',
    credentialId: unique(),
    publicKey: Buffer.of(1),
    counter: 0,
    transports: [],
  };
  await changing(context, workspace.id, async (change) => {
    await addApp(change, session, app);
    await addNewPasskey(change, session, passkey);
  });
  await keepFlow(context, { ...browser, cookie: unique() }, 'passkey', { challenge: 'a-challenge' });
}

/** Adds an identity provider, and links the user to it. */
async function furnishSso(context: Context, { id }: Workspace, email: string): Promise<void> {
  const issuer = 'https://id.example.test';
  await changing(context, id, async (change) => {
    const { id: role } = await saveRole(change, { name: `Role ${unique()}` });
    const provider = {
      name: 'Identity provider',
      issuer,
      clientId: 'hark',
      allowedDomains: [],
      trustsEmail: false,
      roleClaim: 'groups',
      roleMap: [{ value: 'staff', role }],
      defaultRole: role,
    };
    await saveProvider(change, { allow: new Set() }, { ...provider, clientSecret: 'sealed-client-secret' });
    const person = {
      issuer,
      subject: `subject-${unique()}`,
      email,
      name: 'Linked',
      role: undefined,
      sid: null,
    };
    await findOrLinkUser(change, { ...provider, isRequired: false, breakGlassUser: null }, person);
  });
}

async function furnishRuns(context: Context, principal: Principal): Promise<void> {
  const { id } = principal.workspace;
  const owner = principal.user.email;
  const workflow = await changing(context, id, async (change) => {
    await saveSecret(change, 'partner', `secret-${unique()}`);
    const flow = await saveWorkflow(change, {
      name: 'Flow',
      owner,
      steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
    });
    await saveTriggers(change, flow, [{ type: 'manual', inputs: [] }]);
    return flow;
  });
  const draft = { revision: 0, baseVersion: 1, steps: [] };
  await saveDraft({ context, principal, actor: testActor }, workflow.id, draft);
  const refused = new RefusedRequests();
  const at = new Date();
  refused.note({
    workspace: id,
    listener: workflow.listener.id,
    at,
    method: 'POST',
    status: 403,
    reason: 'missing_token',
    failed: { check: 'present', detail: 'missing' },
    address: '127.0.0.1',
    contentType: 'application/json',
    bodyBytes: 2,
    headerNames: ['host'],
  });
  await refused.write(context);
  const run = uuid7(Date.now()) as RunId;
  await context.db.write(id, async (transaction) => {
    await transaction.query(sql`
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, is_awaited, input)
      values (${id}, ${run}, ${workflow.id}, 1, 'succeeded', ${at}, false, '{}')`);
    const step = { name: 'end', type: 'stop', path: 'end', position: 0, status: 'succeeded' } as const;
    const values = { input: null, output: null, sealedOutput: null, error: null, attempts: null };
    const links = { errorCode: null, isHandled: false, calledRun: null, approval: null };
    const rows = [{ ...step, ...values, ...links, startedAt: at, endedAt: at }];
    await upsertSteps(transaction, id, [{ run, rows }]);
    await reserveRecipients(transaction, id, 1, at);
    const question = { title: 'Continue?', text: '', by: principal.user.email };
    const facts = { run, step: 'end', workflow: workflow.id, onTimeout: 'reject', createdAt: at } as const;
    await askForApproval(transaction, id, question, { ...facts, expiresAt: at });
  });
}
