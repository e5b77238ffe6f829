import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readConfig } from '../../server/src/config.ts';
import { loadFieldSet } from '../../server/src/core/lead-fields/index.ts';
import { createLead, type ListParams, readLeadPage } from '../../server/src/core/leads/index.ts';
import { loadUserNames } from '../../server/src/core/users/index.ts';
import type { UserId, WorkspaceId } from '../../server/src/lib/ids.ts';
import { changingLeads } from '../../server/test/harness/builders.ts';
import { fieldsVersion, nameOfUser } from '../seed/copy-rows.ts';
import { hostOf } from '../seed/shape.ts';
import type { BareSetup } from './bare-process.ts';
import { type PgbenchScript, scriptOf } from './pgbench.ts';
import { type RecordedStatement, recordingIn } from './recorded-statements.ts';
import type { World } from './setup.ts';

const page = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the principal of a request that the large workspace's administrator sends with their API key. */
function principalOf({ large }: World) {
  const user = large.firstUser as UserId;
  const host = hostOf(large);
  return {
    workspace: { id: large.workspace as WorkspaceId, name: 'Large', baseUrl: `http://${host}`, host },
    user: { id: user, name: nameOfUser(user), email: 'person@example.test' },
    role: { id: 0, name: 'Administrator', isAdmin: true, permissions: {} },
    means: { type: 'api_key' },
  } as unknown as Parameters<typeof readLeadPage>[1];
}

const fieldsOf = ({ context, large }: World) =>
  loadFieldSet(context, large.workspace as WorkspaceId, fieldsVersion);

/** Records the statement that Hark uses to list the large workspace. */
export async function recordList(world: World, params: ListParams = {}): Promise<RecordedStatement> {
  const statements: RecordedStatement[] = [];
  const list = [principalOf(world), await fieldsOf(world), { limit: page, ...params }, page] as const;
  await world.context.db.read(world.large.workspace as WorkspaceId, (transaction) =>
    readLeadPage(recordingIn(transaction, statements), ...list),
  );
  const [statement, another] = statements;
  if (!statement || another) throw new Error(`A list used ${statements.length} statements instead of one.`);
  return statement;
}

/**
 * Records the statements that Hark uses to create a lead, as one pipelined transaction for pgbench. The lead
 * created here is rolled back.
 */
export async function recordCreate(world: World, body: object): Promise<PgbenchScript> {
  const statements: RecordedStatement[] = [];
  const { workspace, user, means } = principalOf(world);
  const undone = new Error('undone');
  let id: number | undefined;
  const { email } = body as { email: string };
  await changingLeads(world.context, workspace.id, async (change) => {
    const transaction = recordingIn(change.transaction, statements);
    const actor = { user, means, origin: '127.0.0.1' };
    ({ id } = await createLead({ ...change, transaction, actor, defaultOwner: user.id }, body));
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return scriptOf(statements, (value) => {
    // Use a subselect, because a volatile function next to a column would prevent PostgreSQL from using the
    // index.
    if (value === id) return "(select currval('leads_id_seq'))";
    // Every event needs its own ID.
    if (typeof value === 'string' && uuid.test(value)) return 'gen_random_uuid()';
    return value === email ? '(:n::text || ?)' : undefined;
  });
}

/**
 * Starts the baseline server in a separate process. It connects as the database administrator, without policies
 * and without a transaction.
 */
export async function startBareServer(world: World, statement: RecordedStatement) {
  const child = fork(new URL('./bare-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  const { context, large, owner } = world;
  const workspace = large.workspace as WorkspaceId;
  const setup: BareSetup = {
    database: owner.reveal(),
    poolSize: readConfig({}, {}).DATABASE_POOL_SIZE,
    statement,
    names: await loadUserNames(context, workspace, 1),
    fields: await fieldsOf(world),
  };
  child.send(setup);
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid ?? -1, applicationName: 'bench-bare', close: () => child.kill() };
}
