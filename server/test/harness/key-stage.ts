import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWorkspaceByExactHost } from '../../src/core/workspaces/index.ts';
import { openDatabase } from '../../src/db/database.ts';
import { databaseAddresses } from '../../src/db/tenancy/addresses.ts';
import { startRestateServer } from '../../src/engine/restate/restate-server.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { approve } from './approval.ts';
import { type Ended, type RunningHark, runHark, startHark, startServing } from './hark-process.ts';
import { asAdministrator, silent, testKey } from './scratch-database.ts';
import { startOwnPostgres } from './servers/own-postgres.ts';
import { testContext } from './test-database.ts';

const databaseName = 'hark';
export const host = 'crm.test';
export const endpointSecret = 'the-secret-of-the-listener-0123456789';

type Keys = Readonly<Record<string, string>>;
export const oldKey: Keys = { SECRET_KEY: testKey.reveal() };
export const newKey: Keys = { SECRET_KEY: 'a-new-installation-key-for-tests-0123456789' };
export const bothKeys: Keys = { ...newKey, SECRET_KEY_PREVIOUS: testKey.reveal() };

/** Two serve processes and one work process on a database that requires passwords. Each can be restarted with other keys. */
export interface KeyStage {
  /** The ports of the serve processes. */
  ports(): number[];
  /** Restarts the processes one after another, as an operator would. */
  restartAll(keys: Keys): Promise<void>;
  command(keys: Keys, ...args: string[]): Promise<Ended>;
  query<Row extends object>(text: string): Promise<Row[]>;
  readonly credentials: {
    readonly apiKey: string;
    readonly clientToken: string;
    readonly accessToken: string;
  };
  readonly password: string;
  readonly urls: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** The caller sends the secret itself, so the step's output contains it and is stored encrypted. */
const keep = { name: 'keep', type: 'set', values: { kept: '{{ __data.said }}' } };
const workspace = {
  name: 'Acme',
  base_url: `http://${host}`,
  settings: { rate_limit_per_minute: 1_000_000, rate_limit_burst: 1_000_000 },
  secrets: { signing: endpointSecret },
  roles: [{ name: 'Administrator', is_admin: true }],
  users: [
    {
      email: 'key@acme.test',
      name: 'Key',
      role: 'Administrator',
      password: 'a good long password',
      api_key: randomUUID(),
    },
    { email: 'client@acme.test', name: 'Client', role: 'Administrator' },
  ],
  api_clients: [{ user: 'client@acme.test', name: 'Integration', scope: 'api' }],
  workflows: [
    {
      name: 'signed',
      owner: 'key@acme.test',
      listener: { add_authentication: true, endpoint_key: 'k', endpoint_secret: '{{ secrets.signing }}' },
      steps: [
        keep,
        {
          name: 'save',
          type: 'lead.create',
          fields: { first_name: 'Length {{ steps.keep.output.kept|length }}' },
        },
      ],
    },
    {
      name: 'answering',
      owner: 'key@acme.test',
      listener: { respond_with: 'workflow' },
      steps: [{ name: 'answer', type: 'respond', body: '{{ __data.said|length }}' }],
    },
    {
      name: 'waiting',
      owner: 'key@acme.test',
      listener: {},
      steps: [
        keep,
        { name: 'long', type: 'wait', for: '{{ __data.seconds }} seconds' },
        { name: 'save', type: 'lead.create', fields: { last_name: '{{ steps.keep.output.kept }}' } },
      ],
    },
  ],
};

/** Starts everything with the old key. If that fails, stops the processes that were started. */
export async function startKeyStage(): Promise<KeyStage> {
  const started: (() => unknown)[] = [];
  const remove = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    return await start(started, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start(started: (() => unknown)[], remove: () => Promise<void>): Promise<KeyStage> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-keys-'));
  started.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startOwnPostgres();
  started.push(() => postgres.remove());
  const engine = await startRestateServer({ dataDir: join(folder, 'engine'), logger: silent });
  started.push(() => engine.stop());
  const owner = new Secret(postgres.urlOf(databaseName));
  const env = {
    DATABASE_URL: owner.reveal(),
    RESTATE_INGRESS_URL: engine.ingressUrl,
    RESTATE_ADMIN_URL: engine.adminUrl,
    WORK_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  };
  const command = (keys: Keys, ...args: string[]) =>
    runHark(args, { ...env, HARK_DATA_DIR: folder, ...keys });
  const applied = await provision(folder, (...args) => command(oldKey, ...args));
  const accessToken = await approveApp(owner);

  const serves: RunningHark[] = [];
  started.push(() => Promise.all(serves.map((hark) => hark.remove())));
  for (let count = 0; count < 2; count++) serves.push(await startServing({ ...env, ...oldKey }));
  let work = await startHark('work', { ...env, ...oldKey });
  started.push(() => work.remove());
  return {
    ports: () => serves.map(({ url }) => Number(new URL(url).port)),
    async restartAll(keys) {
      for (const index of serves.keys()) {
        const next = await startServing({ ...env, ...keys });
        await serves.splice(index, 1, next)[0]?.remove();
      }
      await work.remove();
      work = await startHark('work', { ...env, ...keys });
    },
    command,
    query: (text) => asAdministrator(async (client) => (await client.query(text)).rows, owner),
    credentials: { ...applied.credentials, accessToken },
    password: workspace.users[0]?.password ?? '',
    urls: applied.urls,
    remove,
  };
}

async function provision(folder: string, hark: (...args: string[]) => Promise<Ended>) {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  for (const args of [['migrate'], ['apply', '-f', file, '--json']]) {
    const { code, stdout, stderr } = await hark(...args);
    if (code !== 0) throw new Error(stderr);
    if (args[0] !== 'apply') continue;
    const [acme] = JSON.parse(stdout).workspaces;
    const listeners = acme.workflows as { name: string; listener: { url: string } }[];
    return {
      credentials: {
        apiKey: acme.users[0].api_key as string,
        clientToken: acme.api_clients[0].token as string,
      },
      urls: Object.fromEntries(listeners.map(({ name, listener }) => [name, new URL(listener.url).pathname])),
    };
  }
  throw new Error('nothing was applied');
}

/** Lets a user approve an app. The access token expires after an hour. */
async function approveApp(owner: Secret): Promise<string> {
  const addresses = databaseAddresses(owner, testKey);
  const db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
  try {
    const context = testContext(db);
    const found = await findWorkspaceByExactHost(context, host);
    if (!found) throw new Error('the workspace was not created');
    const [user] = await asAdministrator(
      async (client) =>
        (await client.query("select id::int from users where email = 'client@acme.test'")).rows,
      owner,
    );
    const clientUser = { id: user.id as UserId, name: 'Client', email: 'client@acme.test' };
    return (await approve(context, found, clientUser)).tokens.access_token;
  } finally {
    await db.close();
  }
}
