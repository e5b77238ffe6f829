import { Hark, type HarkOptions } from '../../../client/src/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildApiCaller, buildBusyWorkspace, type CredentialType } from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import type { TestDatabase } from '../harness/test-database.ts';
import { type Mishap, useUnsteadyFront } from './unsteady-front.ts';

/** The only custom field in these tests. */
export interface ShoeSize {
  shoe_size: number | null;
}

/** Retry delays, kept short so the tests are fast. */
export const quickRetry = { firstDelayMs: 5, maxDelayMs: 2_000 };

/** Creates clients, each for a separate workspace of the test file's server, over a connection with faults. */
export function useClients(database: { readonly current: TestDatabase }) {
  const api = useApi(database);
  const openFront = useUnsteadyFront(api.port);
  return async ({
    by = 'api_client',
    mishaps = [],
    ...more
  }: {
    by?: CredentialType;
    mishaps?: Mishap[];
    timeoutMs?: number;
    retry?: HarkOptions['retry'];
  } = {}) => {
    const { context } = database.current;
    const workspace: Workspace = await buildBusyWorkspace(context);
    await changing(context, workspace.id, (change) =>
      saveLeadField(change, { alias: 'shoe_size', label: 'Shoe size', type: 'integer' }),
    );
    const caller = await buildApiCaller(context, api, workspace, { isAdmin: true }, by);
    const front = await openFront(workspace.host, ...mishaps);
    const credential =
      caller.credential.apikey === undefined
        ? { token: caller.credential.Authorization?.replace('Bearer ', '') ?? '' }
        : { apiKey: caller.credential.apikey };
    const options = { baseUrl: front.url, ...credential, ...more, retry: { ...quickRetry, ...more.retry } };
    return { hark: new Hark<ShoeSize>(options), options, front, caller, workspace };
  };
}
