// What an installation that receives a workspace answers on the network (spec/cells §4.3).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendTo } from '../../src/cli/workspace/send-message.ts';
import { createReceiver } from '../../src/core/workspace-move/index.ts';
import { openOwner } from '../../src/db/owner-database.ts';
import { startReceiverServer } from '../../src/http/receive/receiver-server.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { silent } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const token = 'a-secret-that-both-sides-know';
const move = '0197a000-0000-7000-8000-000000000001';
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const { addresses, context } = database.current;
  const owner = openOwner(addresses, silent);
  const actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' } as const;
  const secret = new Secret(token);
  const receiver = createReceiver({
    ...context,
    owner,
    clock,
    actor,
    token: secret,
    servesAt: ['http://a.test'],
  });
  const server = await startReceiverServer(receiver, {
    host: '127.0.0.1',
    port: 0,
    token: secret,
    logger: silent,
  });
  url = `http://127.0.0.1:${server.port}`;
  close = async () => {
    await server.close();
    await owner.close();
  };
});
afterAll(() => close());

const post = (path: string, authorization: string, body: string) =>
  fetch(url + path, { method: 'POST', headers: { authorization }, body });

test('only a caller with the token is heard', async () => {
  for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, token])
    expect((await post('/arrive', authorization, '{}')).status).toBe(401);
});

test('unknown and malformed messages change nothing', async () => {
  const right = `Bearer ${token}`;
  expect((await post('/constructor', right, '{}')).status).toBe(404);
  expect((await post('/arrive', right, '{"move":7}')).status).toBe(409);
  expect((await post('/arrive', right, 'no JSON')).status).toBe(500);
  const parts = [{ table: 'workspaces', rows: ['{}'], gone: [], replaces: true }];
  const secrets = { salt: '', check: '' };
  expect((await post('/rows', right, JSON.stringify({ move, call: 1, secrets, parts }))).status).toBe(409);
});

test('rows for a workspace that is not expected are rejected', async () => {
  const send = sendTo(url, token);
  await expect(send('arrive', { move, call: 1 })).rejects.toMatchObject({
    code: 'receiver_refused',
    message: expect.stringContaining('not expected here'),
  });
});

test('a workspace whose URL is in use is rejected, and one with another schema', async () => {
  const send = sendTo(url, token);
  const { name, baseUrl, host } = await buildWorkspace(database.current.context);
  const message = { move, call: 1, schema: 1, name, base_url: baseUrl, host, listener_host: null };
  await expect(send('begin', message)).rejects.toMatchObject({
    message: expect.stringContaining('schema 1'),
  });
  const { number: schema } = await database.current.asAdministrator(
    async (client) =>
      (await client.query('select max(number)::int as number from schema_migrations')).rows[0],
  );
  await expect(send('begin', { ...message, schema })).rejects.toMatchObject({
    message: expect.stringContaining('already exists'),
  });
});
