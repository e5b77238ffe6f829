import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { startOwnEngine } from '../chaos/own-engine.ts';
import { startPartner } from '../chaos/partner.ts';
import { workspaceFile } from '../chaos/workspace-file.ts';
import { type RunningHark, runHark, startHark, startServing } from '../harness/hark-process.ts';
import { testKey } from '../harness/scratch-database.ts';
import { startOwnNginx } from '../harness/servers/own-nginx.ts';
import { startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { editedLead } from './api-caller.ts';
import type { Version } from './versions.ts';

/**
 * How long a run waits, as its request specifies. The default is short enough for the worker to wait in
 * memory, where it can be interrupted.
 */
const nap = "{{ __data.sleep|default('5 seconds') }}";

const owner = 'ann@chaos.test';
/** The role and limits of the API caller, high enough that no rate limit applies. */
const forTheApi = {
  settings: {
    listener_limit_per_second: 1_000_000,
    runs_in_flight: 500,
    rate_limit_per_minute: 1_000_000,
    rate_limit_burst: 1_000_000,
  },
  api_clients: [{ user: owner, name: 'Drill', scope: 'api' }],
  leads: [{ email: editedLead, owner }],
};

type Started = (() => unknown)[];
type UpgradeServers = Awaited<ReturnType<typeof startServers>>;

/**
 * Starts two `serve` processes behind nginx and one `work` process of the old version, with their own
 * PostgreSQL and engine.
 */
export async function startUpgradeStage(old: Version, folder: string, started: Started) {
  const servers = await startServers(folder, started);
  const processes = processesOf(servers, started);
  const [httpsPort, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const baseUrl = `https://localhost:${httpsPort}`;
  await processes.command(old, 'migrate');
  const file = join(folder, 'workspace.json');
  writeFileSync(file, workspaceFile({ baseUrl, partnerUrl: servers.partner.url, nap, more: forTheApi }));
  const [applied] = JSON.parse(await processes.command(old, 'apply', '-f', file, '--json')).workspaces;
  const serves: { port: number; running: RunningHark }[] = [];
  for (const port of ports) serves.push({ port, running: await processes.serve(old, port) });
  const nginx = await startOwnNginx(
    ports.map((port) => `127.0.0.1:${port}`),
    httpsPort,
  );
  started.push(() => nginx.remove());
  return {
    ...servers,
    ...processes,
    /** The processes that run at the moment. */
    serves,
    worker: { running: await processes.work(old) },
    baseUrl,
    listenerUrl: applied.workflows[0].listener.url as string,
    apiToken: applied.api_clients[0].token as string,
  };
}

async function startServers(folder: string, started: Started) {
  const postgres = await startOwnPostgres();
  started.push(() => postgres.remove());
  const engine = await startOwnEngine(join(folder, 'engine'), pino({ level: 'silent' }));
  started.push(() => engine.stop());
  const partner = await startPartner();
  started.push(() => partner.close());
  return { postgres, engine, partner, database: new Secret(postgres.urlOf('hark')) };
}

/** Returns what is needed to start and call either version. */
function processesOf({ engine, partner, database }: UpgradeServers, started: Started) {
  const env = {
    // `serve` and `work` log in with their own roles and don't need the owner's name and password.
    DATABASE_URL: `postgres://${new URL(database.reveal()).host}/hark`,
    SECRET_KEY: testKey.reveal(),
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    HARK_EGRESS_ALLOW: partner.host,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  };
  const began = (running: RunningHark): RunningHark => {
    started.push(() => running.remove());
    return running;
  };
  return {
    async command(version: Version, ...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await runHark(
        args,
        // `doctor` calls the test proxy, whose certificate is self-signed.
        { ...env, DATABASE_URL: database.reveal(), NODE_TLS_REJECT_UNAUTHORIZED: '0' },
        version,
      );
      // `doctor` also exits with 1 if it finds a problem, which is a result.
      if (code !== 0 && args[0] !== 'doctor')
        throw new Error(`hark ${args.join(' ')} exited with code ${code}: ${stderr}`);
      return stdout;
    },
    serve: async (version: Version, port: number) =>
      began(await startServing({ ...env, PORT: String(port) }, version)),
    work: async (version: Version) =>
      began(
        await startHark('work', { ...env, WORK_PORT: String(await freePort()), LOG_LEVEL: 'info' }, version),
      ),
  };
}
