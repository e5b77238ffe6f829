// Measures n8n with the workflow of `bench -- listener`: the requests that it accepts, and the runs that finish.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/lib/process/free-port.ts';
import { eventually } from '../../server/test/harness/eventually.ts';
import {
  type Administrator,
  addressOf,
  asAdministrator,
  dropDatabase,
} from '../../server/test/harness/scratch-database.ts';
import { startOwnRedis } from '../../server/test/harness/servers/own-redis.ts';
import { type Load, startLoad } from '../api/load.ts';
import { type Measured, rounded } from '../document.ts';
import { makeBody, makeCall, withToken } from '../listener/delivery.ts';
import type { BenchOptions } from '../options.ts';
import { credentialsFor, path, workflow, workflowId } from './n8n-workflow.ts';
import { measureRate, Peer, partsOf, startTimeoutMs } from './peer-process.ts';

const finishTimeoutMs = 600_000;
const fasterExpressions = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** The configurations to measure: n8n's defaults, and the settings with which it is fastest. */
const configurations = {
  as_shipped: { environment: {}, hasWorker: false },
  legacy_expressions: { environment: fasterExpressions, hasWorker: false },
  legacy_expressions_and_queue: { environment: fasterExpressions, hasWorker: true },
};

interface World {
  readonly peer: Peer;
  readonly client: Administrator;
  readonly load: Load;
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
}

/** `bench -- n8n --installed DIR` */
export async function benchN8n(options: BenchOptions): Promise<Measured> {
  const { quick, progress } = options;
  const peer = new Peer('n8n', 'n8n/bin/n8n', options);
  const database = `hark_bench_n_eight_n_${process.pid}`;
  const effort = { seconds: quick ? 5 : 20, connections: quick ? 8 : 64 };
  await asAdministrator((client) => client.query(`create database ${database}`));
  const load = startLoad();
  try {
    const environment = environmentFor(database);
    progress('creating the workflow …');
    await importWorkflow(peer, environment, database);
    const figures: Record<string, unknown> = {};
    await asAdministrator(async (client) => {
      await client.query('create table received (first_name text, last_name text, email text, city text)');
      for (const [name, { environment: changed, hasWorker }] of Object.entries(configurations)) {
        progress(`${name} …`);
        const world = { peer, client, load, environment: { ...environment, ...changed }, ...effort };
        figures[name] = await (hasWorker ? withQueue(world) : withServer(world, () => measure(world)));
      }
    }, addressOf(database));
    return {
      suite: 'n8n',
      data: { ...effort, body_bytes: Buffer.byteLength(makeBody()) },
      figures,
      ratios: {},
      limits: 'Compare with accept_64 and complete of the listener suite on the same machine.',
      wrong: load.wrong,
    };
  } finally {
    load.close();
    await dropDatabase(database);
  }
}

function environmentFor(database: string): Record<string, string> {
  const { host, port, user, password } = partsOf(database);
  const folder = mkdtempSync(join(tmpdir(), 'hark-n8n-'));
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    N8N_USER_FOLDER: folder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_ENCRYPTION_KEY: 'a-key-for-benchmarks-only',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: host,
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_USER: user,
    DB_POSTGRESDB_PASSWORD: password,
    DB_POSTGRESDB_DATABASE: database,
  };
}

async function importWorkflow(peer: Peer, environment: Record<string, string>, database: string) {
  const folder = environment.N8N_USER_FOLDER ?? '';
  const write = (name: string, content: unknown) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    return `--input=${file}`;
  };
  const credentials = credentialsFor(partsOf(database));
  await peer.run(['import:credentials', write('credentials.json', credentials)], environment);
  await peer.run(['import:workflow', write('workflow.json', [workflow])], environment);
  await peer.run(['publish:workflow', `--id=${workflowId}`], environment);
}

/** Runs `work` while n8n accepts requests. */
async function withServer<T>(world: World, work: () => Promise<T>): Promise<T> {
  const port = String(await freePort());
  Object.assign(world.environment, { N8N_PORT: port, N8N_RUNNERS_BROKER_PORT: String(await freePort()) });
  const url = `http://127.0.0.1:${port}`;
  const server = await world.peer.start(['start'], world.environment, `${url}/healthz/readiness`);
  try {
    // n8n is ready before its webhooks are. Once they are, they reject requests without a token.
    const reject = async () => (await fetch(`${url}/webhook/${path}`, { method: 'POST' })).status === 401;
    await eventually(reject, startTimeoutMs);
    return await work();
  } finally {
    await server.stop();
  }
}

/** Measures n8n's queue mode: the server accepts requests, and a worker gets them from Redis and runs them. */
async function withQueue(world: World) {
  const redis = await startOwnRedis();
  const queue = {
    EXECUTIONS_MODE: 'queue',
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: new URL(redis.url.reveal()).port,
  };
  const main = { ...world, environment: { ...world.environment, ...queue } };
  try {
    return await withServer(main, async () => {
      const port = String(await freePort());
      const environment = {
        ...main.environment,
        QUEUE_HEALTH_CHECK_ACTIVE: 'true',
        QUEUE_HEALTH_CHECK_PORT: port,
        N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      };
      const ready = `http://127.0.0.1:${port}/healthz/readiness`;
      const worker = await world.peer.start(['worker'], environment, ready);
      try {
        return await measure(main);
      } finally {
        await worker.stop();
      }
    });
  } finally {
    await redis.stop();
  }
}

/** Sends requests after a warm-up, and waits until the last one has been executed. */
async function measure(world: World) {
  const { client, load, environment, connections } = world;
  const port = Number(environment.N8N_PORT);
  const request = makeCall(
    port,
    { host: `127.0.0.1:${port}`, path: `/webhook/${path}` },
    withToken(),
    makeBody(),
  );
  const calls = [{ ...request, contains: 'Workflow was started' }];
  const round = async (seconds: number) => {
    await client.query('truncate received');
    const startedAt = performance.now();
    const accepted = await measureRate(load, { calls, connections, seconds });
    if (load.wrong.length > 0) throw new Error(`n8n rejected requests: ${load.wrong.join(', ')}`);
    await eventually(async () => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int from received');
      return (rows[0]?.count ?? 0) >= accepted.requests;
    }, finishTimeoutMs);
    const took = (performance.now() - startedAt) / 1_000;
    return { accepted, completed_per_second: rounded(accepted.requests / took, 1) };
  };
  await round(Math.min(world.seconds, 5));
  return round(world.seconds);
}
