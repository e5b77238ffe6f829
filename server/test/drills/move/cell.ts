import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createRestateEngine } from '../../../src/engine/restate/restate-engine.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { type Supervised, supervise } from '../../../src/lib/process/supervise.ts';
import { type OwnEngine, startOwnEngine } from '../../chaos/own-engine.ts';
import { eventually } from '../../harness/eventually.ts';
import { baseEnvironment, launcher, runHark } from '../../harness/hark-process.ts';
import { startOwnPostgres } from '../../harness/servers/own-postgres.ts';

const readyWithinMs = 60_000;
/** Both databases and both engines share one disk. Without `fsync`, only a failing machine loses data, not a killed process. */
const postgresSettings = ['fsync=off', 'shared_buffers=512MB', 'max_wal_size=4GB'];

export type Started = (() => unknown)[];

/** A process of a cell that can be killed. It is restarted at once. */
export interface Victim {
  readonly name: string;
  pid(): number | undefined;
  /** Resolves when the process works again. */
  untilReady(): Promise<unknown>;
}

/** An installation: a database, an engine, two `serve` and one `work`. */
export interface Cell {
  readonly name: string;
  readonly database: Secret;
  readonly addresses: readonly string[];
  readonly victims: readonly Victim[];
  /** Runs a command of this installation. @returns what it prints */
  command(...args: string[]): Promise<string>;
  /** Starts a command, and starts it again whenever it is killed. */
  keepRunning(name: string, args: readonly string[], onLine: (line: string) => void): Supervised;
}

interface CellParams {
  readonly name: string;
  readonly key: string;
  readonly folder: string;
  /** Servers that runs may call. */
  readonly allow: string;
  readonly logger: Logger;
}

export async function startCell(params: CellParams, started: Started): Promise<Cell> {
  const { name, logger } = params;
  const folder = join(params.folder, name);
  mkdirSync(folder);
  const postgres = await startOwnPostgres({ settings: postgresSettings });
  started.push(() => postgres.remove());
  const engine = await startOwnEngine(join(folder, 'engine'), logger);
  started.push(() => engine.stop());
  const database = new Secret(postgres.urlOf('hark'));
  const env = {
    ...baseEnvironment(),
    HARK_DATA_DIR: folder,
    DATABASE_URL: database.reveal(),
    SECRET_KEY: params.key,
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    HARK_EGRESS_ALLOW: params.allow,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  };
  const keepRunning: Cell['keepRunning'] = (command, args, onLine) => {
    const child = supervise({
      name: `${name} ${command}`,
      command: process.execPath,
      args: [launcher, ...args],
      env,
      logger,
      output: onLine,
    });
    started.push(() => child.stop());
    return child;
  };
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHark(args, env);
    if (code !== 0) throw new Error(`${name}: hark ${args.join(' ')} exited with code ${code}: ${stderr}`);
    return stdout;
  };
  await command('migrate');
  const processes = await startProcesses(name, env, logger, started);
  const victims = [...processes.victims, engineVictim(name, engine)];
  await Promise.all(victims.map((victim) => victim.untilReady()));
  return { name, database, addresses: processes.addresses, victims, command, keepRunning };
}

async function startProcesses(
  name: string,
  env: Readonly<Record<string, string>>,
  logger: Logger,
  started: Started,
) {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const [workPort = 0, ...servePorts] = ports;
  const start = (role: 'serve' | 'work', more: Readonly<Record<string, string>>) => {
    const child = supervise({
      name: `${name} ${role}`,
      command: process.execPath,
      args: [launcher, role, '--with-parent', String(process.pid)],
      env: { ...env, ...more },
      logger,
      reportsStart: true,
    });
    started.push(() => child.stop());
    return child;
  };
  const work = start('work', { WORK_PORT: String(workPort) });
  const engine = createRestateEngine({ ingressUrl: env.RESTATE_INGRESS_URL ?? '' });
  const isReady = async (address: string) => {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  };
  const addresses = servePorts.map((port) => `http://127.0.0.1:${port}`);
  const serves = servePorts.map((port) => start('serve', { PORT: String(port) }));
  const victims: Victim[] = [
    ...serves.map((serve, index) => ({
      name: `${name} serve ${index + 1}`,
      pid: () => serve.pid,
      untilReady: () => eventually(() => isReady(addresses[index] ?? ''), readyWithinMs),
    })),
    {
      name: `${name} work`,
      pid: () => work.pid,
      untilReady: () => eventually(() => engine.ping(), readyWithinMs),
    },
  ];
  return { addresses, victims };
}

function engineVictim(name: string, engine: OwnEngine): Victim {
  const port = createRestateEngine({ ingressUrl: engine.ingressUrl });
  return {
    name: `${name} engine`,
    pid: () => engine.victim().pid(),
    untilReady: () => eventually(() => port.ping(), readyWithinMs),
  };
}
