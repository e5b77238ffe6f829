// The permission matrix: every kind of role tries every act on every surface that has it, and all surfaces decide as the
// permission table says (spec/rest-api §7). The command line in remote mode calls the REST routes.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Act, acts } from '../../../src/core/access/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { apiRoutes } from '../../../src/http/api/routes.ts';
import { consoleOperations } from '../../../src/http/console/operations.ts';
import { tools } from '../../../src/http/mcp/tool-table.ts';
import { patternOf } from '../../../src/http/request/route-table.ts';
import { messageIn, readResult } from '../../harness/agents.ts';
import { buildBusyWorkspace } from '../../harness/api-callers.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type Attempt, attempts } from './surface-acts.ts';
import { buildPerson, type Kind, kinds, type Person } from './surface-people.ts';
import { type Made, makeRecord } from './surface-records.ts';

const database = useTestDatabase();
const stage = useSignIn(database);
const api = useApi(database);
let workspace: Workspace;
let people: readonly Person[];
let boss: Person;

beforeAll(async () => {
  workspace = await buildBusyWorkspace(database.current.context);
  boss = await buildPerson(stage, api, workspace, 'administrator');
  const built: Person[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) built.push(await buildPerson(stage, api, workspace, kind));
  people = built;
});

const surfaces = ['console', 'rest', 'mcp'] as const;
type Surface = (typeof surfaces)[number];

/** The routes of the REST API and the operations of the console, as `METHOD /path/:id`. */
const routes = apiRoutes({} as never).map(({ method, path, permission }) => ({
  name: `${method} /api${patternOf(path)}`,
  act: permission,
}));
const operations = consoleOperations({} as never).map(({ act }) => act);

/** Returns the pattern of the route that a REST request matches. */
const routeOf = ([method, path]: readonly [string, string, unknown?]) =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/, '/:id')}`.replace(
    /^(\S+ \/api\/lead-fields)\/(?!new$).+/,
    '$1/:alias',
  );
const sample: Made = { id: 7, name: 'sample', role: 7 };
const isServed = ({ rest }: Attempt) =>
  rest !== undefined && routes.some(({ name }) => name === routeOf(rest(sample)));

/** Returns whether the surface allowed the act. Throws if it failed for another reason than a permission. */
async function perform(person: Person, surface: Surface, attempt: Attempt, made: Made): Promise<boolean> {
  const { status, text } = await send(person, surface, attempt, made);
  if (status === 401 || status === 403 || status === 404) return false;
  if (status < 200 || status > 299) throw new Error(`${surface} of ${person.kind}: ${status} ${text}`);
  if (attempt.isList) return text.includes(`"${made.name}"`);
  return !attempt.refusal?.test(text);
}

async function send(
  { console, rest, agent }: Person,
  surface: Surface,
  attempt: Attempt,
  made: Made,
): Promise<{ status: number; text: string }> {
  if (surface === 'console') return console(...(attempt.console?.(made) ?? ['GET', '/none']));
  if (surface === 'rest') {
    const [method, path, body] = attempt.rest?.(made) ?? ['GET', '/none'];
    return rest(method, path, { body });
  }
  const [name, given = {}] = attempt.mcp?.(made) ?? [''];
  const answer = await agent.rpc('tools/call', { name, arguments: given });
  if (answer.status !== 200) return answer;
  const { isError, text, data } = readResult(messageIn(answer).result);
  const isDenied = isError && data?.error !== 'bad_arguments';
  return { status: isDenied ? 403 : isError ? 400 : 200, text };
}

/** What the permission table says. Roles without access to the API can use only the console. */
function expected(
  person: Person,
  surface: Surface,
  { act, needs = act, hasOwner, seenBy }: Attempt,
  owner: Person,
) {
  if (person.kind === 'no access' && surface !== 'console') return false;
  const record = hasOwner ? owner.user.id : undefined;
  return person.may(needs, record) && (seenBy === undefined || person.may(seenBy, record));
}

let made = 0;

test.each(Object.entries(attempts))(
  'every kind of role on every surface: %s (spec/rest-api §7)',
  async (_, attempt) => {
    const differences: string[] = [];
    for (const person of people) {
      for (const owner of attempt.hasOwner ? [person, boss] : [boss]) {
        for (const surface of surfaces) {
          if (surface === 'rest' ? !isServed(attempt) : attempt[surface] === undefined) continue;
          const { context } = database.current;
          const scene = { context, workspace, boss, owner, name: `made_${++made}`, role: roleOf(people) };
          const record = await makeRecord(attempt.on ?? 'freeName', scene);
          const isAllowed = await perform(person, surface, attempt, record);
          if (isAllowed !== expected(person, surface, attempt, owner))
            differences.push(
              `${person.kind}, ${owner === person ? 'own' : 'other'}, ${surface}: ${isAllowed}`,
            );
        }
      }
    }
    expect(differences).toEqual([]);
  },
  120_000,
);

const roleOf = (all: readonly Person[]): number => all.at(-1)?.roleId ?? 0;

describe('the matrix is complete', () => {
  const tried = Object.values(attempts);
  const isShared = (act: unknown): act is Act => operations.some((one) => one === act);

  test('every route whose act the console has too is tried', () => {
    // PUT is the same as PATCH. Batches do for each item what the route for one lead does. An undo decides lead by lead,
    // which undo-rules.test.ts tries.
    const isAlias = /^PUT |\/batch\/|^POST \/api\/leads$|\/users\/self$|\/approvals|\/undo\//;
    const missing = routes
      .filter(({ name, act }) => isShared(act) && !isAlias.test(name))
      .filter(({ name }) => !tried.some(({ rest }) => rest && routeOf(rest(sample)) === name));
    expect(missing).toEqual([]);
  });

  test('every route has the act of its attempt', () => {
    const wrong = tried.filter(
      ({ act, rest }) =>
        rest && routes.some((route) => route.name === routeOf(rest(sample)) && route.act !== act),
    );
    expect(wrong).toEqual([]);
  });

  test('every tool is tried', () => {
    const used = tried.flatMap(({ mcp }) => (mcp ? [mcp(sample)[0]] : []));
    // Approvals depend on who is asked, not on the role (server/test/core/approvals).
    expect(Object.keys(tools).filter((name) => name !== 'list_approvals' && !used.includes(name))).toEqual(
      [],
    );
  });

  test('every act that the console shares with the REST API is tried on the console', () => {
    const shared = new Set(routes.flatMap(({ act }) => (isShared(act) ? [act] : [])));
    const untried = [...shared].filter(
      (act) => acts[act] !== 'oneself' && !tried.some((one) => one.act === act && one.console),
    );
    expect(untried).toEqual([]);
  });
});
