// The console's code samples run unchanged, and send exactly the request that they describe.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippets } from '../src/features/agents/snippets.ts';
import { exampleBodyOf } from '../src/features/listeners/calling/example-body.ts';
import { exampleHeaders } from '../src/features/listeners/calling/example-headers.ts';
import { type Language, snippetOf } from '../src/features/listeners/calling/snippet.ts';
import { replayCurl } from '../src/features/requests/detail/replay-curl.ts';

const run = promisify(execFile);
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const received: Received[] = [];
const server = createServer(async (request, answer) => {
  const { method = '', url = '', headers } = request;
  received.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });
  answer.end('accepted');
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** The commands with which users run the code. */
const commands = {
  curl: ['bash', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
} as const satisfies Record<Language, readonly [string, ...string[]]>;

/** Runs code, and returns its output and the request that it sent. */
async function execute(language: Language, code: string) {
  received.length = 0;
  const [command, ...args] = commands[language];
  const { stdout } = await run(command, [...args, code], { timeout: 30_000 });
  return { stdout, received: received[0] };
}

const hostile = `{"note": "it's \\"quoted\\" \`id\` $HOME \\\\ @file\\n<b>ü\u2028"}`;

test.each(Object.keys(commands) as Language[])(
  '%s sends method, headers and body as they are',
  async (language) => {
    const headers = [
      ['authorization', "Bearer ab'c"],
      ['content-type', 'application/json'],
    ] as const;
    const code = snippetOf(language, {
      url: urlOf("/listener/a'b?x=1&y=$2"),
      method: 'POST',
      headers,
      body: hostile,
    });
    const sent = await execute(language, code);
    expect(sent.stdout).toContain('accepted');
    expect(sent.received).toMatchObject({
      method: 'POST',
      headers: Object.fromEntries(headers),
      body: hostile,
    });
    expect(decodeURI(sent.received?.url ?? '').replaceAll('%27', "'")).toBe("/listener/a'b?x=1&y=$2");
    const plain = await execute(
      language,
      snippetOf(language, { url: urlOf('/a'), method: 'GET', headers: [], body: null }),
    );
    expect(plain.received).toMatchObject({ method: 'GET', url: '/a', body: '' });
  },
);

test('code examples contain the headers that the listener requires', async () => {
  const headersSent = async (signature: object, add_authentication = false) => {
    const settings = { add_authentication, idempotency_header: 'X-Event-Id', signature } as never;
    const headers = exampleHeaders(settings, 'a-token');
    if (!headers) return undefined;
    const call = { url: urlOf('/listener'), method: 'POST', headers, body: '{}' };
    return (await execute('curl', snippetOf('curl', call))).received?.headers;
  };
  const plain = await headersSent({ scheme: 'none' });
  expect(plain).toMatchObject({ 'content-type': 'application/json' });
  expect(plain).not.toHaveProperty('authorization');
  expect(await headersSent({ scheme: 'shared-secret', header: 'X-Gitlab-Token' }, true)).toMatchObject({
    authorization: 'Bearer a-token',
    'x-gitlab-token': 'YOUR_SECRET',
  });
  const hmac = { scheme: 'hmac', header: 'X-Signature', prefix: 'sha256=' };
  const simple = await headersSent(hmac);
  expect(simple).toMatchObject({ 'x-signature': 'sha256=YOUR_SIGNATURE' });
  expect(simple).not.toHaveProperty('x-event-id');
  const timed = { timestamp_header: 'X-Timestamp', signed_content: '{id}.{timestamp}.{body}' };
  expect(await headersSent({ ...hmac, ...timed })).toMatchObject({
    'x-signature': 'sha256=YOUR_SIGNATURE',
    'x-timestamp': 'YOUR_TIMESTAMP',
    'x-event-id': 'YOUR_ID',
  });
  for (const scheme of ['stripe', 'github', 'shopify', 'slack', 'hubspot', 'standard-webhooks'])
    expect(await headersSent({ scheme })).toBeUndefined();
});

const stored = {
  method: 'POST',
  listener_url: '',
  headers: [
    { name: 'content-type', values: ['text/plain'] },
    { name: 'host', values: ['hark.test'] },
    { name: 'sec-fetch-mode', values: ['cors'] },
    { name: 'x-trace', values: ['a', 'b'] },
  ],
  fields: { name: "O'Hara", tags: ['a', 'b'], deep: { n: 1 } },
  body: null,
  raw: undefined,
};

test.each<[string, object, object]>([
  ['fields', {}, { method: 'POST', body: JSON.stringify(stored.fields) }],
  ['a body as received', { raw: '@file' }, { method: 'POST', body: '@file' }],
  ['a JSON body', { body: [1] }, { method: 'POST', body: '[1]' }],
  ['a query', { method: 'GET' }, { method: 'GET', body: '' }],
])('a stored request with %s is sent again by its curl command', async (_, more, wanted) => {
  const code = replayCurl({ ...stored, listener_url: urlOf('/listener'), ...more } as never);
  const { received: sent } = await execute('curl', code);
  expect(sent).toMatchObject(wanted);
  expect(sent?.headers).toMatchObject({ 'x-trace': 'a, b' });
  expect(sent?.headers).not.toHaveProperty('sec-fetch-mode');
  if (sent?.method === 'GET')
    expect([...new URL(sent.url, 'http://x').searchParams]).toEqual([
      ['name', "O'Hara"],
      ['tags[]', 'a'],
      ['tags[]', 'b'],
      ['deep', '{"n":1}'],
    ]);
});

test('examples contain the body of a request without its email addresses, or a starter', () => {
  const sent = { order: 7, contact: 'Ann <ann@customer.test>', list: ['bea@customer.test'] };
  const headers = { __headers: { host: 'x' }, __raw: '' };
  expect(exampleBodyOf({ ...sent, ...headers })).toEqual({
    order: 7,
    contact: 'Ann <lea@example.test>',
    list: ['lea@example.test'],
  });
  const starter = exampleBodyOf(headers);
  expect(starter).toHaveProperty('first_name');
  // The input of a run that no request started, and a body too long to read.
  for (const other of [sent, { ...headers, text: 'x'.repeat(5_000) }])
    expect(exampleBodyOf(other)).toEqual(starter);
});

test('the configuration of each agent names the URL', () => {
  for (const of of Object.values(snippets)) {
    const { signIn, token } = of('https://hark.test/mcp');
    for (const text of [signIn, token])
      if (text !== undefined) expect(text).toContain('https://hark.test/mcp');
    if (token.startsWith('{')) expect(() => JSON.parse(token)).not.toThrow();
  }
});
