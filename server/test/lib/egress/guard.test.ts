import { describe, expect, test } from 'vitest';
import { createEgress, isPublicAddress } from '../../../src/lib/egress/egress.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { literalHosts, privateAddresses, publicAddresses } from './addresses.ts';
import { callWith } from './calls.ts';
import { watchDialling } from './dialled.ts';

const dialled = watchDialling();

test('the tables of private addresses and literal hosts together have at least 120 entries', () => {
  expect(new Set([...privateAddresses, ...literalHosts]).size).toBeGreaterThanOrEqual(120);
});

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('rejects before connecting', () => {
  test.each(privateAddresses)('a name that resolves to %j', async (address) => {
    const { call } = callWith({ resolve: async () => [address] });
    await expect(call('https://partner.example/')).rejects.toMatchObject({ kind: 'refused' });
    expect(dialled).toEqual([]);
  });

  test.each(privateAddresses)('a name that resolves to a public address and %j', async (address) => {
    for (const found of [
      ['8.8.8.8', address],
      [address, '2606:4700:4700::1111'],
    ]) {
      const { call } = callWith({ resolve: async () => found });
      await expect(call('https://partner.example/')).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(dialled).toEqual([]);
  });

  test.each(literalHosts)('the host %s', async (host) => {
    const { call, resolved } = callWith({ resolve: async () => ['8.8.8.8'] });
    for (const scheme of ['http', 'https']) {
      await expect(call(`${scheme}://${host}/`)).rejects.toMatchObject({ kind: 'refused' });
    }
    expect([resolved, dialled]).toEqual([[], []]);
  });

  test.each([
    ...['ftp://partner.example/', 'file:///etc/passwd', 'unix:/var/run/docker.sock', 'data:text/plain,hi'],
    ...[
      'gopher://partner.example/',
      'javascript:1',
      'blob:https://partner.example/x',
      'partner.example',
      '//partner.example',
    ],
    ...[
      '',
      'https://',
      'https://user@partner.example/',
      'https://user:word@partner.example/',
      'https://:word@partner.example/',
    ],
    ...[
      'https://partner.example:22/',
      'https://partner.example:6379/',
      'http://partner.example:9070/',
      'https://partner.example:0/',
    ],
    ...['https://partner.example:99999/', 'https://a b/', `https://partner.example/${'x'.repeat(9_000)}`],
  ])('the URL %s', async (url) => {
    const { call, resolved } = callWith({ resolve: async () => ['8.8.8.8'] });
    await expect(call(url)).rejects.toMatchObject({ kind: 'refused' });
    expect([resolved, dialled]).toEqual([[], []]);
  });

  test('local host names, with the real resolver', async () => {
    const server = await startOutside((_request, response) => response.end('inside'));
    const egress = createEgress({ ports: new Set([80, server.port]), allow: new Set() });
    for (const host of ['localhost', 'localhost.', 'a.localhost', 'ip6-localhost', 'LOCALHOST']) {
      const call = egress({ url: `http://${host}:${server.port}/`, ...plain });
      await expect(call).rejects.toThrow();
    }
    expect([server.connections(), dialled]).toEqual([0, []]);
  });
});

const plain = { method: 'GET', headers: {}, timeoutMs: 5_000, maximumBytes: 1_000, redirects: 0 };

describe('a resolver whose result changes', () => {
  test('is queried once, and the connection goes to the address that was checked', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1'], ['127.0.0.1']];
    const { call, resolved } = callWith({ resolve: async () => answers.shift() ?? [] });
    await expect(call('https://partner.example/')).rejects.toMatchObject({ kind: 'unreachable' });
    expect([resolved, dialled]).toEqual([['partner.example'], ['93.184.215.14']]);
  });

  test('is queried again for each redirect, and the private second result is rejected', async () => {
    const inside = await startOutside((_request, response) => response.end('inside'));
    const outside = await startOutside((_request, response) => {
      response.writeHead(302, { location: `http://rebind.example:${inside.port}/` }).end();
    });
    const { call, resolved } = callWith({
      allow: [outside.place],
      ports: [inside.port],
      resolve: async (name) => [name === '127.0.0.1' ? name : '127.0.0.1'],
    });
    await expect(call(outside.url)).rejects.toMatchObject({ kind: 'refused' });
    expect([resolved, inside.connections()]).toEqual([['127.0.0.1', 'rebind.example'], 0]);
  });
});

describe("the operator's allow list", () => {
  test('matches exactly one host and port', async () => {
    const server = await startOutside((_request, response) => response.end('inside'));
    const other = await startOutside((_request, response) => response.end('other'));
    const { call } = callWith({
      allow: [server.place, `named.example:${server.port}`],
      resolve: async () => ['127.0.0.1'],
    });
    expect((await call(server.url)).body.toString()).toBe('inside');
    expect((await call(`http://named.example:${server.port}/`)).body.toString()).toBe('inside');
    expect((await call(`http://NAMED.example:${server.port}/`)).body.toString()).toBe('inside');
    for (const url of [
      other.url,
      `http://named.example:${other.port}/`,
      `http://127.0.0.2:${server.port}/`,
      `http://sub.named.example:${server.port}/`,
      `http://named.example.:${server.port}/`,
    ]) {
      await expect(call(url)).rejects.toMatchObject({ kind: 'refused' });
    }
    expect(other.connections()).toBe(0);
  });

  test("doesn't apply to URLs chosen by outsiders", async () => {
    const server = await startOutside((_request, response) => response.end('inside'));
    const { call } = callWith({ allow: [server.place] });
    await expect(call(server.url, { publicOnly: true })).rejects.toMatchObject({ kind: 'refused' });
    await expect(call(server.url, { httpsOnly: true })).rejects.toThrow('Only https URLs');
    expect(server.connections()).toBe(0);
  });

  test('ignores proxy environment variables', async () => {
    const proxy = await startOutside((_request, response) => response.end('proxy'));
    const server = await startOutside((_request, response) => response.end('inside'));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'all_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    try {
      const { call } = callWith({ allow: [server.place] });
      expect((await call(server.url)).body.toString()).toBe('inside');
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections()).toBe(0);
  });

  test('never shares a connection between two calls to one host', async () => {
    const server = await startOutside((_request, response) => response.end('inside'));
    const { call } = callWith({ allow: [server.place] });
    await call(server.url);
    await call(server.url);
    expect(server.connections()).toBe(2);
  });
});
