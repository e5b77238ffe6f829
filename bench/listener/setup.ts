import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { WantedSettings } from '../../server/src/core/listeners/index.ts';
import { saveRole } from '../../server/src/core/roles/index.ts';
import { saveWorkflow } from '../../server/src/core/workflows/index.ts';
import { changeSettings } from '../../server/src/core/workspaces/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import type { DatabaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { ListenerId, WorkspaceId } from '../../server/src/lib/ids.ts';
import { buildUser, buildWorkspace, changing } from '../../server/test/harness/builders.ts';
import { eventually } from '../../server/test/harness/eventually.ts';
import { startHark } from '../../server/test/harness/hark-process.ts';
import {
  type Administrator,
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from '../../server/test/harness/scratch-database.ts';
import type { Call } from '../api/call.ts';
import { HttpLane } from '../api/http-lane.ts';
import { type Load, startLoad } from '../api/load.ts';
import type { Loaded } from '../api/rate.ts';
import type { BareSetup } from './bare-process.ts';
import {
  type Address,
  issuer,
  makeBody,
  makeCall,
  secret,
  signature,
  withSignature,
  withToken,
} from './delivery.ts';

/** A server that accepts requests, and the request that is sent to it. */
export interface Accepting extends Loaded {
  readonly call: Call;
}

/**
 * What the benchmark measures: Hark and the baseline server on one database, each in a separate process, and
 * the load generator.
 */
export interface ListenerSetup {
  readonly addresses: DatabaseAddresses;
  readonly client: Administrator;
  readonly load: Load;
  readonly product: Accepting;
  /** Hark again, with a signature of the body instead of a token. */
  readonly signed: Accepting;
  readonly bare: Accepting;
  /** The row that Hark stores. */
  readonly row: StoredRun;
}

export interface StoredRun {
  readonly workspace_id: string;
  readonly workflow_id: string;
  readonly workflow_version: number;
  readonly listener_id: string;
  readonly input: string;
}

/** Creates a separate database, starts everything, runs `work`, and stops everything that it started. */
export async function withListenerSetup<T>(work: (world: ListenerSetup) => Promise<T>): Promise<T> {
  const name = `hark_bench_listener_${process.pid}`;
  try {
    const addresses = await createScratchDatabase(name);
    return await asAdministrator((client) => withServers(addresses, client, work), addresses.owner);
  } finally {
    await dropDatabase(name, { roles: true });
  }
}

async function withServers<T>(
  addresses: DatabaseAddresses,
  client: Administrator,
  work: (world: ListenerSetup) => Promise<T>,
): Promise<T> {
  const listeners = await makeListeners(addresses);
  const hark = await startHark('serve', {
    DATABASE_URL: addresses.owner.reveal(),
    SECRET_KEY: testKey.reveal(),
    LOG_LEVEL: 'warn',
  });
  const load = startLoad();
  const bare = fork(new URL('./bare-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  try {
    await eventually(async () => (await hark.readiness()).status === 200, 60_000);
    const body = makeBody();
    const harkPort = Number(new URL(hark.url).port);
    const call = makeCall(harkPort, listeners.token, withToken(), body);
    const row = await storeOne(client, call);
    bare.send(await bareSetup(addresses, client, row, listeners.token.host, body));
    const [port] = (await once(bare, 'message')) as [number];
    const product = { pid: hark.process.pid ?? -1, applicationName: 'hark-ingest', call };
    return await work({
      addresses,
      client,
      load,
      row,
      product,
      signed: { ...product, call: makeCall(harkPort, listeners.signature, withSignature(body), body) },
      bare: { pid: bare.pid ?? -1, applicationName: 'bench-bare', call: { ...call, port } },
    });
  } finally {
    load.close();
    bare.kill();
    await hark.remove();
  }
}

/** Creates a workspace with a listener that checks tokens and one that checks signatures, and raises its rate limit. */
async function makeListeners(addresses: DatabaseAddresses): Promise<{ token: Address; signature: Address }> {
  const db = openDatabase(addresses, { applicationName: 'bench', poolSize: 2, logger: silent });
  const context = { db, clock: systemClock, key: { number: 1, secret: testKey } };
  try {
    // Create a second workspace, so workspaces are found by host, as in larger installations.
    await buildWorkspace(context);
    const { id, host } = await buildWorkspace(context);
    await changing(context, id, (change) => saveRole(change, { name: 'All', isAdmin: true }));
    const { email } = await buildUser(context, id, { role: 'All' });
    return await changing(context, id, async (change) => {
      await changeSettings(change, {
        listener_limit_per_second: 1_000_000,
        listener_limit_per_day: 1_000_000_000,
      });
      const steps = [{ name: 'only', type: 'set', values: { done: true } }];
      const make = async (name: string, settings: WantedSettings): Promise<Address> => {
        const { listener } = await saveWorkflow(change, { name, owner: email, steps, listener: settings });
        return { host, path: `/listener/${listener.firstHash}/${listener.secondHash}` };
      };
      const settings = { add_authentication: true, endpoint_key: issuer, endpoint_secret: secret };
      // All requests have the same content. They count as copies of one delivery unless a header identifies each.
      const signed = { signature, dedupe: 'header' } as const;
      return { token: await make('Token', settings), signature: await make('Signature', signed) };
    });
  } finally {
    await db.close();
  }
}

async function storeOne(client: Administrator, call: Call): Promise<StoredRun> {
  const lane = new HttpLane(call.port);
  const answer = (await lane.ask(call.text)).toString();
  lane.close();
  const { rows } = await client.query<StoredRun>(
    'select workspace_id, workflow_id, workflow_version, listener_id, input from runs',
  );
  if (!answer.startsWith('HTTP/1.1 200') || !rows[0])
    throw new Error(`The listener rejected the request: ${answer}`);
  return rows[0];
}

async function bareSetup(
  { login }: DatabaseAddresses,
  client: Administrator,
  row: StoredRun,
  host: string,
  body: string,
): Promise<BareSetup> {
  const { rows } = await client.query<{ version: number; values: number }>(
    `select l.version, s.template_values_version as values
     from listeners l join workspace_settings s using (workspace_id) where l.id = $1`,
    [row.listener_id],
  );
  const [numbers = { version: 0, values: 0 }] = rows;
  const start = body.slice(0, -1);
  if (!row.input.startsWith(start)) throw new Error("Hark doesn't store the body as it was sent.");
  return {
    database: login.ingest.reveal(),
    tail: row.input.slice(start.length),
    run: {
      workspace: Number(row.workspace_id) as WorkspaceId,
      host,
      listener: Number(row.listener_id) as ListenerId,
      version: numbers.version,
      valuesVersion: numbers.values,
      depth: 0,
      facts: { method: 'POST', address: '127.0.0.1', contentType: 'application/json', bodyBytes: 2_048 },
      isAwaited: false,
      isSent: false,
    },
  };
}
