// What an installation that receives a workspace answers on the network (spec/cells §4.3).
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendTo } from '../../src/cli/workspace/send-message.ts';
import { createReceiver, MessageSeal, makeSalt } from '../../src/core/workspace-move/index.ts';
import { openOwner } from '../../src/db/owner-database.ts';
import { startReceiverServer } from '../../src/http/receive/receiver-server.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { silent } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const token = new Secret('a-secret-that-both-installations-know');
const otherToken = new Secret('a-secret-that-is-of-the-same-length..');
const move = '0197a000-0000-7000-8000-000000000001';
const arrive = { move, call: 1 };
let receiver: ReturnType<typeof createReceiver>;
const closing: (() => Promise<void>)[] = [];

beforeAll(() => {
  const { addresses, context } = database.current;
  const owner = openOwner(addresses, silent);
  const actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' } as const;
  receiver = createReceiver({ ...context, owner, clock, actor, servesAt: ['http://a.test'] });
  return () => owner.close();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(port = 0): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const server = await startReceiverServer(receiver, { host: '127.0.0.1', port, token, logger: silent });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  closing.push(close);
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, close };
}

/** A message as it is on the network. */
interface Sent {
  readonly name: string;
  readonly authorization: string;
  readonly body: Buffer;
}

const post = (url: string, { name, authorization, body }: Sent) =>
  fetch(`${url}/${name}`, { method: 'POST', headers: { authorization }, body: new Uint8Array(body) });

/** Seals messages as the other installation does, with any token. */
async function sealing(url: string, secret = token, sender = makeSalt()) {
  const receiverSalt = await (await fetch(`${url}/salt`, { method: 'POST' })).text();
  const seal = new MessageSeal(secret, { sender, receiver: receiverSalt });
  const make = (number: number, name = 'arrive', message: object = arrive): Sent => {
    const head = { name, number };
    const body = seal.seal('request', head, message);
    return { name, body, authorization: seal.authorize(head, body.length) };
  };
  const read = async (response: Response, number: number, name = 'arrive') =>
    seal.open('response', { name, number }, Buffer.from(await response.arrayBuffer()));
  return { seal, make, read };
}

const flipped = (bytes: Buffer, index: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
};

const notExpected = { refused: expect.stringContaining('not expected here') };

describe('a receiver', () => {
  test('answers a message that was sealed with its token', async () => {
    const { url } = await start();
    const { make, read } = await sealing(url);
    expect(await read(await post(url, make(1)), 1)).toMatchObject(notExpected);
  });

  test('rejects every message that was changed, in the same way as a stranger', async () => {
    const { url } = await start();
    const { make, read } = await sealing(url);
    const { make: makeOther } = await sealing(url, otherToken);
    let number = 0;
    const fresh = () => make(++number);
    const { body, authorization } = fresh();
    const changed: Sent[] = [
      { name: 'arrive', authorization: '', body: Buffer.from('{}') },
      { name: 'nothing', authorization: `Bearer ${token.reveal()}`, body: Buffer.from('{}') },
      makeOther(1),
      { ...fresh(), name: 'room' },
      { ...fresh(), authorization: authorization.replace('.1.', '.9.') },
      { ...fresh(), authorization: authorization.slice(0, -1) },
      { ...fresh(), body: Buffer.from(JSON.stringify(arrive)) },
      { ...fresh(), body: Buffer.concat([body, Buffer.from(' ')]) },
      { ...fresh(), body: body.subarray(0, -1) },
      ...Array.from(body, (_, index) => {
        const message = fresh();
        return { ...message, body: flipped(message.body, index) };
      }),
    ];
    const answers = new Set<string>();
    for (const message of changed) {
      const response = await post(url, message);
      const headers = [...response.headers].filter(([name]) => name !== 'date');
      answers.add(JSON.stringify([response.status, headers, await response.text()]));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[401,/)]);
    expect(await read(await post(url, fresh()), number)).toMatchObject(notExpected);
  });

  test('rejects a message that it has received, and one that others have overtaken', async () => {
    const { url } = await start();
    const { make, read } = await sealing(url);
    const [first, second, third] = [make(1), make(2), make(3)];
    expect((await post(url, second)).status).toBe(200);
    expect((await post(url, second)).status).toBe(401);
    expect((await post(url, first)).status).toBe(401);
    expect(await read(await post(url, third), 3)).toMatchObject(notExpected);
  });

  test('rejects messages that were recorded before it was restarted, or with other random parts', async () => {
    const { url } = await start();
    const sender = makeSalt();
    const recorded = (await sealing(url, token, sender)).make(1);
    const other = (await sealing(url)).make(1);
    const mixed = { ...other, authorization: other.authorization.replace(/ [\w-]{43}/, ` ${sender}`) };
    expect((await post(url, mixed)).status).toBe(401);
    const { url: restarted } = await start();
    expect((await post(restarted, recorded)).status).toBe(401);
  });

  test("does not take its answer, or another message's body, for a request", async () => {
    const { url } = await start();
    const { seal, make } = await sealing(url);
    const head = { name: 'arrive', number: 1 };
    const answer = seal.seal('response', head, arrive);
    expect((await post(url, { ...make(1), body: answer })).status).toBe(401);
    expect((await post(url, { ...make(2), body: make(3).body })).status).toBe(401);
    expect(() => seal.open('response', head, make(1).body)).toThrow();
  });

  test('reads no body of a stranger', async () => {
    const { port } = await start();
    for (const authorization of ['', `Hark ${makeSalt()}.1.${makeSalt()}`]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST /rows HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\nAuthorization: ${authorization}\r\n\r\n`,
      );
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  test('changes nothing for unknown and malformed messages', async () => {
    const { url } = await start();
    const { make, read } = await sealing(url);
    const parts = [{ table: 'workspaces', rows: ['{}'], gone: [], replaces: true }];
    const messages: [string, object][] = [
      ['constructor', {}],
      ['arrive', { move: 7 }],
      ['rows', { ...arrive, parts }],
    ];
    for (const [index, [name, message]] of messages.entries()) {
      const response = await post(url, make(index + 1, name, message));
      expect(await read(response, index + 1, name)).toMatchObject({ refused: expect.any(String) });
    }
  });

  test('rejects a workspace whose URL is in use, and one with another schema', async () => {
    const { url } = await start();
    const send = sendTo(url, token);
    const { name, baseUrl, host } = await buildWorkspace(database.current.context);
    const message = { ...arrive, schema: 1, name, base_url: baseUrl, host, listener_host: null };
    await expect(send('begin', message)).rejects.toMatchObject({
      message: expect.stringContaining('schema 1'),
    });
    const { number: schema } = (
      await database.current.query('select max(number)::int as number from schema_migrations')
    )[0];
    await expect(send('begin', { ...message, schema })).rejects.toMatchObject({
      message: expect.stringContaining('already exists'),
    });
  });
});

describe('a sender', () => {
  type Change = (body: Buffer, request: Buffer) => Buffer;
  /** Passes messages on, and changes what the receiver answers. */
  async function startBetween(url: string, change: Change, status?: number): Promise<string> {
    const server = createServer(async (request, response) => {
      const parts = await request.toArray();
      const body = Buffer.concat(parts);
      const answer = await post(url, {
        name: (request.url ?? '').slice(1),
        authorization: request.headers.authorization ?? '',
        body,
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isMessage = request.headers.authorization !== undefined;
      response.writeHead(isMessage && status ? status : answer.status);
      response.end(isMessage ? change(bytes, body) : bytes);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const withinMs = { withinMs: 20_000 };
  const changes: [string, Change, number?][] = [
    ['changed', (answer) => flipped(answer, 20)],
    ['truncated', (answer) => answer.subarray(0, -1)],
    ['replaced with the request', (_, request) => request],
    ['replaced with plain text', () => Buffer.from('{"answer":{}}')],
    ['rejected by someone else', (answer) => answer, 401],
  ];

  test.each(changes)('accepts no answer that was %s', async (_, change, status) => {
    const { url } = await start();
    let isChanged = true;
    const between = await startBetween(
      url,
      (answer, request) => (isChanged ? change(answer, request) : answer),
      status,
    );
    const send = sendTo(between, token);
    const rejected = { code: 'receiver_refused', message: expect.stringContaining('the same token') };
    await expect(send('arrive', arrive, withinMs)).rejects.toMatchObject(rejected);
    if (status !== undefined) return;
    isChanged = false;
    const refused = { code: 'receiver_refused', message: expect.stringContaining('not expected here') };
    await expect(send('arrive', arrive, withinMs)).rejects.toMatchObject(refused);
    // It knows that the token is right now, so it can try again.
    isChanged = true;
    await expect(send('arrive', arrive, withinMs)).rejects.toMatchObject({ code: 'receiver_away' });
  });

  test('accepts no answer to another message', async () => {
    const { url } = await start();
    const answers: Buffer[] = [];
    const between = await startBetween(url, (answer) => {
      answers.push(answer);
      return answers[0] ?? answer;
    });
    const send = sendTo(between, token);
    await expect(send('arrive', arrive, withinMs)).rejects.toMatchObject({ code: 'receiver_refused' });
    await expect(send('arrive', arrive, withinMs)).rejects.toMatchObject({ code: 'receiver_away' });
  });

  test('continues after the receiver was restarted', async () => {
    const { url, port, close } = await start();
    const send = sendTo(url, token);
    const refused = { code: 'receiver_refused', message: expect.stringContaining('not expected here') };
    await expect(send('arrive', arrive)).rejects.toMatchObject(refused);
    await close();
    await start(port);
    await expect(send('arrive', arrive)).rejects.toMatchObject(refused);
  });

  test('with another token learns only that it was rejected', async () => {
    const { url } = await start();
    const send = sendTo(url, otherToken);
    await expect(send('arrive', arrive)).rejects.toMatchObject({
      code: 'receiver_refused',
      message: expect.stringContaining('rejects the message'),
    });
  });
});
