import { beforeAll } from 'vitest';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace, type CallerRole } from './api-callers.ts';
import { type ApiAnswer, type AskApi, useApi } from './servers/api-server.ts';
import { useTestDatabase } from './test-database.ts';

/** Serves the REST API of a new workspace to the tests of a file. */
export function useRest() {
  const database = useTestDatabase();
  const api = useApi(database);
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await buildBusyWorkspace(database.current.context);
  });
  const build = (role: CallerRole, name?: string): Promise<ApiCaller> =>
    buildApiCaller(database.current.context, api, workspace, role, 'api_key', name);
  return {
    database,
    api,
    get context() {
      return database.current.context;
    },
    get workspace() {
      return workspace;
    },
    /** Creates a user who calls the API with a key. */
    build,
    /** Creates such a user before the tests. */
    caller(role: CallerRole, name?: string): Pick<ApiCaller, 'ask' | 'user'> {
      let caller: ApiCaller;
      beforeAll(async () => {
        caller = await build(role, name);
      });
      return {
        ask: (...request) => caller.ask(...request),
        get user() {
          return caller.user;
        },
      };
    },
  };
}

/** Returns the status and the code of an error. */
export const errorOf = ({ status, headers }: ApiAnswer) => [status, headers['hark-error']];

/** Reads all pages of a list by cursor. The path has a query. Calls `disturb` after each page. */
export async function readPages<Item>(
  ask: AskApi,
  path: string,
  key: string,
  disturb: (seen: readonly Item[]) => unknown = () => undefined,
): Promise<Item[]> {
  const seen: Item[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { json }: ApiAnswer = await ask('GET', `${path}&after=${after}`);
    seen.push(...json[key]);
    after = json.next;
    await disturb(seen);
  }
  return seen;
}
