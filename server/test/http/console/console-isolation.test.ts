// Calls every console operation without a session, with another workspace's session, without permissions, as an
// administrator with another workspace's IDs, and with hostile values.
import { beforeAll, describe, expect, test } from 'vitest';
import { acts, type Permissions, permissions } from '../../../src/core/access/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { Operation } from '../../../src/http/console/operation.ts';
import { consoleOperations } from '../../../src/http/console/operations.ts';
import { commonHeaders } from '../../../src/http/request/response-headers.ts';
import { buildWorkspace, furnish } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import {
  eachPlace,
  hostileValues,
  type SampleInput,
  sampleFor,
  targetOf,
} from '../../harness/sample-input.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useSignIn(database);
const all = consoleOperations({} as never);
const named = all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

type Caller = Awaited<ReturnType<typeof buildCaller>>;
let [mine, other]: Workspace[] = [];
let administrator: Caller;
let guest: Caller;
let stranger: Caller;
let [myIds, otherIds]: Ids[] = [];

beforeAll(async () => {
  const context = stage.context();
  mine = await buildWorkspace(context);
  other = await buildWorkspace(context);
  for (const workspace of [mine, other]) await furnish(context, workspace);
  administrator = await buildCaller(stage, mine, { isAdmin: true });
  guest = await buildCaller(stage, mine);
  stranger = await buildCaller(stage, other, { isAdmin: true });
  [myIds, otherIds] = [await idsIn(mine), await idsIn(other)];
});

type Ids = Awaited<ReturnType<typeof idsIn>>;

/** An ID of each kind that a path can contain. */
const idsIn = ({ id }: Workspace) =>
  database.current.asAdministrator(async (client) => {
    const idOf = async (table: string, column = 'id') => {
      const found = await client.query(
        `select ${column} as id from ${table} where workspace_id = $1 limit 1`,
        [id],
      );
      return String(found.rows[0]?.id);
    };
    const grant = await idOf('oauth_grants');
    return {
      workflows: await idOf('workflows'),
      runs: await idOf('runs'),
      requests: await idOf('runs'),
      refused: await idOf('refused_requests'),
      leads: await idOf('leads'),
      imports: await idOf('jobs'),
      jobs: await idOf('jobs'),
      'lead-views': await idOf('saved_views'),
      users: await idOf('users'),
      roles: await idOf('roles'),
      grants: grant,
      'oauth-clients': await idOf('oauth_clients'),
      webhooks: await idOf('webhooks'),
      approvals: await idOf('approvals'),
      proposals: await idOf('proposals'),
      connections: await idOf('connections'),
      delivery: await idOf('webhook_deliveries'),
      client: await idOf('api_clients'),
      clients: await idOf('api_clients'),
      session: await idOf('sessions'),
      sessions: await idOf('sessions'),
      apps: grant,
      passkeys: await idOf('passkeys'),
      audit: await idOf('audit_entries'),
      alias: await idOf('lead_fields', 'alias'),
      name: await idOf('secrets', 'name'),
    };
  });

/** Replaces the ID placeholders in a path with IDs from a workspace. */
function withIds(operation: Operation, sample: SampleInput, ids: Ids): SampleInput {
  const parts = operation.path.split('/');
  const known: Record<string, string> = ids;
  const params = Object.fromEntries(
    Object.entries(sample.params).map(([name, value]) => {
      const before = parts[parts.indexOf(`:${name}`) - 1] ?? '';
      const kind = before === 'accepted' || before === 'samples' ? 'runs' : before;
      const id = name === 'id' ? known[kind] : (known[name] ?? known[kind]);
      // Without this error, a new kind of object would be tested with a meaningless ID.
      if (name === 'id' && id === undefined) throw new Error(`Which id does ${operation.path} name?`);
      return [name, id ?? value];
    }),
  );
  return { ...sample, params };
}

const ask = (caller: Caller, operation: Operation, input: SampleInput) =>
  caller.ask(operation.method, targetOf(operation, input).slice('/console'.length), input.body);

/** Calls operations one by one. Returns those whose response doesn't have this status and code. */
async function differing(
  operations: readonly Operation[],
  expected: readonly [status: number, code: string],
  send: (operation: Operation, input: SampleInput) => Promise<{ status: number; text: string }>,
): Promise<string[]> {
  const found: string[] = [];
  for (const operation of operations) {
    const { status, text } = await send(operation, withIds(operation, sampleFor(operation), myIds as Ids));
    const code = text === '' ? '' : JSON.parse(text).code;
    if (status !== expected[0] || code !== expected[1])
      found.push(`${operation.method} ${operation.path}: ${status} ${text.slice(0, 200)}`);
  }
  return found;
}

/** The operations that only administrators can use. */
const areForAdministrators =
  /^(\w+ \/(agents|audit|demo|explain|grants|lead-fields|oauth-clients|roles|secrets|single-sign-on|users|webhooks|workspace)|(POST|PATCH|DELETE) \/connections|GET \/workflows\/owners$)(\/|$)/;
const everyPermission = Object.fromEntries(
  Object.entries(permissions).map(([key, { value }]) => [key, value === 'switch' ? true : 'all']),
) as Permissions;

describe('every operation', () => {
  test('rejects callers without a session or with a session from another workspace', async () => {
    const browser = stage.browser(mine as Workspace);
    const send = async (operation: Operation, input: SampleInput) => {
      const answer = await browser.json(operation.method, targetOf(operation, input), {});
      expect(answer.headers).toMatchObject(commonHeaders);
      return answer;
    };
    expect(await differing(all, [401, 'signed_out'], send)).toEqual([]);
    // Sends another workspace's session to this workspace's host.
    for (const [name, value] of stranger.browser.jar) browser.jar.set(name, value);
    expect(await differing(all, [401, 'signed_out'], send)).toEqual([]);
  });

  test('that changes something rejects a missing form token', async () => {
    const changes = all.filter(({ method }) => method !== 'GET');
    const send = (operation: Operation, input: SampleInput) =>
      administrator.browser.json(operation.method, targetOf(operation, input), {});
    expect(await differing(changes, [403, 'foreign_form'], send)).toEqual([]);
  });

  test('rejects a user without permissions', async () => {
    const limited = all.filter(({ act }) => acts[act] !== 'oneself');
    const send = (operation: Operation, input: SampleInput) => ask(guest, operation, input);
    expect(await differing(limited, [403, 'not_allowed'], send)).toEqual([]);
  });

  test('that is for administrators rejects a user with every permission that a role can have', async () => {
    const restricted = named.filter(([name]) => areForAdministrators.test(name)).map(([, one]) => one);
    expect(restricted.map(({ act }) => acts[act])).toEqual(restricted.map(() => 'administrator'));
    const member = await buildCaller(stage, mine as Workspace, { permissions: everyPermission });
    const send = (operation: Operation, input: SampleInput) => ask(member, operation, input);
    expect(await differing(restricted, [403, 'not_allowed'], send)).toEqual([]);
  });
});

/** Returns a workspace's rows by table, without the times at which its users were last seen. */
const contentOf = ({ id }: Workspace) =>
  database.current.asAdministrator(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select md5(coalesce(string_agg(row, '' order by row), '')) as sum from (
           select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t where workspace_id = $1) rows`,
        [id],
      );
      content[name] = rows[0].sum;
    }
    return content;
  });

describe('IDs from another workspace', () => {
  const withId = named.filter(([, { path }]) => /:(id|client|session)/.test(path));

  test('get 404 even for an administrator, and the objects stay unchanged', async () => {
    const before = await contentOf(other as Workspace);
    const found: string[] = [];
    for (const [name, operation] of withId) {
      const input = withIds(operation, sampleFor(operation), otherIds as Ids);
      const { status, text } = await ask(administrator, operation, input);
      if (status < 400 || status >= 500) found.push(`${name}: ${status} ${text.slice(0, 200)}`);
    }
    expect(found).toEqual([]);
    expect(await contentOf(other as Workspace)).toEqual(before);
  });

  test('have no effect in a body or a query', async () => {
    const { roles, users, leads, runs, proposals } = otherIds as Ids;
    const ownUser = (myIds as Ids).users;
    const own = (myIds as Ids).workflows;
    const before = await contentOf(other as Workspace);
    const asked = [
      await administrator.ask('PATCH', `/users/${ownUser}`, { role: Number(roles) }),
      await administrator.ask('POST', '/users', { email: 'x@example.test', name: 'X', role: Number(roles) }),
      await administrator.ask('GET', `/explain?user=${users}&act=leads.view`),
      await administrator.ask('POST', `/workflows/${own}/try`, { steps: [], input: { run: runs } }),
      await administrator.ask('GET', `/workflows/${own}/samples/${runs}`),
    ];
    for (const { status } of asked) expect([400, 404]).toContain(status);
    const { json } = await administrator.ask('POST', '/leads/batch/delete', { ids: [Number(leads)] });
    expect(json.results).toEqual([{ id: Number(leads), message: expect.any(String), changes: [] }]);
    const ids = [Number(proposals)];
    const decided = await administrator.ask('POST', '/proposals/decide', { ids, outcome: 'approved' });
    expect(decided.json.results).toEqual([{ id: Number(proposals), message: 'Item was not found.' }]);
    expect(await contentOf(other as Workspace)).toEqual(before);
  });
});

const hasSameNames = (value: unknown, sample: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(sample).every((name) => Object.hasOwn(value, name));

describe('hostile values', () => {
  // Deletions come last, because deleted objects can't be requested again.
  const ordered = named.toSorted(
    ([, one], [, other]) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  );
  /** Without HARK_FULL, a quarter of the values is sent at each place, and no long ones. */
  const values = isFullRun
    ? hostileValues
    : hostileValues.filter((value) => typeof value !== 'string' || value.length < 1000);
  const numbered = ordered.map(([name, operation], index) => [name, operation, index] as const);

  test.each(numbered)(
    `%s never fails with a server error (seed ${seedOfRun})`,
    { timeout: 60_000 },
    async (_, operation, index) => {
      const random = seededRandom(seedOfRun + index);
      const sample = withIds(operation, sampleFor(operation), myIds as Ids);
      const failed: string[] = [];
      for (const value of values) {
        for (const part of ['params', 'query', 'body'] as const) {
          if (sample[part] === undefined) continue;
          for (const changed of eachPlace(sample[part], value)) {
            if (part !== 'body' && !hasSameNames(changed, sample[part])) continue;
            if (!isFullRun && !random.chance(25)) continue;
            const input = { ...sample, [part]: changed } as SampleInput;
            const target = targetOf(operation, input);
            if (target.length > 8_000) continue;
            const { status, text } = await ask(administrator, operation, input);
            if (status >= 500)
              failed.push(`${operation.method} ${target} ${JSON.stringify(input.body)} ${status} ${text}`);
          }
        }
      }
      expect(failed.map((line) => line.slice(0, 400))).toEqual([]);
    },
  );
});
