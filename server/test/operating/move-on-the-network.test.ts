// A workspace moves over a network that is being recorded (spec/cells §4.3).
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { sendTo } from '../../src/cli/workspace/send-message.ts';
import { sealedColumns } from '../../src/core/encryption/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { createReceiver, moveWorkspace } from '../../src/core/workspace-move/index.ts';
import { startReceiverServer } from '../../src/http/receive/receiver-server.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import { type InstallationKey, open } from '../../src/lib/crypto/installation-key.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { buildWorkspace, changingLeads, furnish } from '../harness/builders.ts';
import { useOwners } from '../harness/owner-databases.ts';
import { silent } from '../harness/scratch-database.ts';
import { type TestDatabase, useTestDatabase } from '../harness/test-database.ts';

const [here, elsewhere] = [useTestDatabase(), useTestDatabase()];
const otherKey = { number: 1, secret: new Secret('another-installation-key-0123456789-abcdef') };
const token = new Secret('a-secret-that-both-installations-know');
const actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' } as const;
const leadName = 'Quetzalcoatlus';

const ownerOf = useOwners();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Passes all bytes on to `port`, and records those of both directions. */
async function startRecording(port: number) {
  const recorded: Buffer[] = [];
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from
        .on('data', (bytes: Buffer) => recorded.push(bytes))
        .on('error', () => to.destroy())
        .pipe(to);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, recorded };
}

/** Returns every secret of the installation, and the password hashes. */
async function secretsOf(database: TestDatabase, key: InstallationKey): Promise<string[]> {
  return database.asAdministrator(async (client) => {
    const found: string[] = [];
    for (const { table, column, purpose } of sealedColumns) {
      const { rows } = await client.query(
        `select ${column} as value from ${table} where ${column} is not null`,
      );
      found.push(...rows.map(({ value }) => open(key, purpose, value)));
    }
    const { rows } = await client.query('select password_hash from users where password_hash is not null');
    return [...found, ...rows.map(({ password_hash: hash }) => hash)].toSorted();
  });
}

test('a recording of a whole move contains neither the token nor anything of the workspace', async () => {
  const { context } = here.current;
  const workspace = await buildWorkspace(context);
  await furnish(context, workspace);
  await changingLeads(context, workspace.id, (change) => createLead(change, { first_name: leadName }));
  const secrets = await secretsOf(here.current, context.key);
  expect(secrets.length).toBeGreaterThan(5);

  const servesAt = ['http://elsewhere.test'];
  const receiver = createReceiver({
    owner: ownerOf(elsewhere.current),
    key: otherKey,
    clock,
    actor,
    servesAt,
  });
  const server = await startReceiverServer(receiver, { host: '127.0.0.1', port: 0, token, logger: silent });
  closing.push(() => server.close());
  const { url, recorded } = await startRecording(server.port);
  await moveWorkspace(
    {
      owner: ownerOf(here.current),
      snapshot: ownerOf(here.current, true),
      key: context.key,
      clock,
      appRole: here.current.addresses.roleNames.app,
      send: sendTo(url, token),
      report: () => {},
      onProgress: () => {},
    },
    workspace,
  );

  expect(await secretsOf(elsewhere.current, otherKey)).toEqual(secrets);
  const bytes = Buffer.concat(recorded);
  expect(bytes.length).toBeGreaterThan(10_000);
  const words = [token.reveal(), leadName, 'first_name', workspace.name, workspace.host, servesAt[0] ?? ''];
  const readable = [...words, ...secrets].filter((word) =>
    (['utf8', 'base64', 'base64url', 'hex'] as const).some((encoding) =>
      bytes.includes(Buffer.from(word).toString(encoding)),
    ),
  );
  expect(readable).toEqual([]);
});
