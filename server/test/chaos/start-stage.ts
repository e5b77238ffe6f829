import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { type Supervised, supervise } from '../../src/lib/process/supervise.ts';
import { baseEnvironment, launcher, runHark } from '../harness/hark-process.ts';
import { testKey } from '../harness/scratch-database.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { startOwnRedis } from '../harness/servers/own-redis.ts';
import { startOwnCluster } from './own-cluster.ts';
import { startOwnEngine } from './own-engine.ts';
import { startPartner } from './partner.ts';
import type { Plan } from './plan.ts';
import { Stage } from './stage.ts';
import { workspaceFile } from './workspace-file.ts';

const databaseName = 'hark';

type Environment = Record<string, string>;

/** The options of a stage. */
type StagePlan = Pick<Plan, 'isEngineCluster'> & {
  readonly startPostgres?: () => Promise<OwnPostgres>;
  /** Additional environment variables. */
  readonly env?: Environment;
};

/** Functions that stop what was started, in the order of the start. */
type Started = (() => unknown)[];

/** Starts everything, sets up a workspace, and waits until it works. If that fails, stops what was started. */
export async function startStage(plan: StagePlan): Promise<Stage> {
  const started: Started = [];
  try {
    return await start(plan, started);
  } catch (error) {
    await endAll(started);
    throw error;
  }
}

async function start(
  { isEngineCluster, startPostgres = startOwnPostgres, env: given = {} }: StagePlan,
  started: Started,
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-chaos-'));
  started.push(() => rmSync(folder, { recursive: true, force: true }));
  const logFile = join(folder, 'processes.log');
  const logger = pino({ level: 'info' }, pino.destination({ dest: logFile, sync: true }));

  const postgres = await startPostgres();
  started.push(() => postgres.remove());
  const redis = await startOwnRedis();
  started.push(() => redis.stop());
  const startEngine = isEngineCluster ? startOwnCluster : startOwnEngine;
  const engine = await startEngine(join(folder, 'engine'), logger);
  started.push(() => engine.stop());

  const partner = await startPartner();
  started.push(() => partner.close());
  const [servePort, workPort] = [await freePort(), await freePort()];
  const serveUrl = `http://127.0.0.1:${servePort}`;
  const env: Environment = {
    ...baseEnvironment(),
    HARK_DATA_DIR: folder,
    DATABASE_URL: postgres.urlOf(databaseName),
    SECRET_KEY: testKey.reveal(),
    REDIS_URL: redis.url.reveal(),
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    PORT: String(servePort),
    HARK_EGRESS_ALLOW: partner.host,
    LOG_LEVEL: 'warn',
    ...given,
  };
  const workspace = workspaceFile({
    baseUrl: serveUrl,
    partnerUrl: partner.url,
    eventsUrl: partner.eventsUrl,
  });
  const listenerUrl = await provision(folder, workspace, env);
  const child = (name: 'serve' | 'work', more: Environment = {}): Supervised => {
    const args = [launcher, name, '--with-parent', String(process.pid)];
    const running = supervise({
      name,
      command: process.execPath,
      args,
      env: { ...env, ...more },
      logger,
      reportsStart: true,
    });
    started.push(() => running.stop());
    return running;
  };
  const startWork = (port: number) => child('work', { WORK_PORT: String(port) });
  const stage = new Stage({
    postgres,
    engine,
    partner,
    work: startWork(workPort),
    serve: child('serve'),
    serveUrl,
    listenerUrl,
    database: new Secret(postgres.urlOf(databaseName)),
    logFile,
    env,
    startWork,
    remove: () => endAll(started),
  });
  await stage.untilWhole();
  return stage;
}

/** Migrates the database and applies the workspace file, as an operator does. @returns the listener's URL */
async function provision(folder: string, workspace: string, env: Environment): Promise<string> {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, workspace);
  await requireHark(['migrate'], env);
  const result = JSON.parse(await requireHark(['apply', '-f', file, '--json'], env));
  return result.workspaces[0].workflows[0].listener.url;
}

async function requireHark(args: string[], env: Environment): Promise<string> {
  const { code, stdout, stderr } = await runHark(args, env);
  if (code !== 0) throw new Error(`hark ${args.join(' ')} exited with code ${code}: ${stderr}`);
  return stdout;
}

/** Stops everything in reverse order. If one part can't be stopped, the others still are. */
async function endAll(started: Started): Promise<void> {
  const failures: unknown[] = [];
  for (const end of started.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Not everything that was started could be ended.');
}
