import { afterAll, beforeAll } from 'vitest';
import { openRuns } from '../../../src/app/runs.ts';
import type { Context } from '../../../src/core/context/index.ts';
import { ListenerUse } from '../../../src/core/listeners/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import {
  findWorkspaceByHost,
  findWorkspaceByListenerHost,
  type Workspace,
} from '../../../src/core/workspaces/index.ts';
import type { DatabaseAddresses } from '../../../src/db/tenancy/addresses.ts';
import { RunExecutor } from '../../../src/engine/interpreter/execute-runs.ts';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { listenerEntryPoint } from '../../../src/http/listener/entry-point.ts';
import { buildServer, type HttpServer } from '../../../src/http/server/server.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createMemoryLimiter } from '../../../src/lib/limits/memory-limiter.ts';
import { createMetrics } from '../../../src/lib/telemetry/metrics.ts';
import { consoleOptions } from '../../http/start-server.ts';
import { buildUser, buildWorkspace, changing } from '../builders.ts';
import { closedOutside } from '../closed-outside.ts';
import { silent, testKey } from '../scratch-database.ts';
import { createFakeEngine } from './fake-engine.ts';

/** The served database, and the clock of its listeners. */
export interface Served {
  readonly addresses: DatabaseAddresses;
  readonly context: Context;
}

/**
 * Serves listeners on the test file's database, wired as in `serve`, on a free port until its tests are done.
 * Accepted runs are executed immediately in this process.
 */
export function useListenerServer(served: { readonly current: Served }) {
  let server: HttpServer;
  let runs: ReturnType<typeof openRuns>;
  let port = 0;
  beforeAll(async () => {
    const { addresses, context } = served.current;
    const engine = createFakeEngine({
      executeRun: async (job) => {
        const [failed] = await executor.execute(context, [job]);
        if (failed) throw failed.error;
      },
    });
    const executor = new RunExecutor({ outside: closedOutside, logger: silent });
    runs = openRuns({ addresses, secretKey: testKey }, engine, context, {
      logger: silent,
      metrics: createMetrics(),
    });
    server = buildServer({
      logger: silent,
      metrics: createMetrics(),
      findWorkspace: (host) => findWorkspaceByHost(context, host),
      readiness: [],
      listeners: listenerEntryPoint({
        context,
        findWorkspace: (host) => findWorkspaceByListenerHost(context, host),
        limiter: createMemoryLimiter(systemClock),
        use: new ListenerUse(),
        ...runs.parts,
      }),
      surfaces: [consoleSurface(consoleOptions)],
      trustProxy: undefined,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    runs.release();
    await server.drain();
    await runs.close();
  });
  return { port: () => port };
}

type WorkflowParams = Parameters<typeof saveWorkflow>[1];

/** A workspace with one workflow that an administrator owns, and the path of its listener. */
export interface BuiltListener {
  readonly workspace: Workspace;
  readonly owner: string;
  readonly workflow: string;
  readonly path: string;
  /** The settings after saving, including generated values. */
  readonly settings: Awaited<ReturnType<typeof saveWorkflow>>['listener']['settings'];
  /** Changes the workflow or its listener. */
  save(params: Omit<WorkflowParams, 'name'>): ReturnType<typeof saveWorkflow>;
}

export async function buildListener(
  context: Context,
  params: Omit<WorkflowParams, 'name' | 'owner'>,
): Promise<BuiltListener> {
  const workspace = await buildWorkspace(context);
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  await change((c) => saveRole(c, { name: 'Everything', isAdmin: true }));
  const { email: owner } = await buildUser(context, workspace.id, { role: 'Everything' });
  const workflow = 'Under test';
  const save = (wanted: Omit<WorkflowParams, 'name'>) =>
    change((c) => saveWorkflow(c, { name: workflow, ...wanted }));
  const { listener } = await save({ owner, ...params });
  const path = `/listener/${listener.firstHash}/${listener.secondHash}`;
  return { workspace, owner, workflow, path, settings: listener.settings, save };
}
