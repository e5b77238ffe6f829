import { expect, test } from 'vitest';
import { hostileServers } from '../../harness/servers/hostile-servers.ts';
import { startRaw } from '../../harness/servers/outside-server.ts';
import { callWith } from './calls.ts';

test.concurrent.each(hostileServers)(
  'a call to a hostile server stays within its limits and reports why it failed: %s',
  async (_, serve, expected) => {
    const server = await startRaw((socket) => socket.once('data', () => serve(socket)));
    const { call } = callWith({ allow: [server.place] });
    const before = performance.now();
    const outcome = await call(server.url).then(
      () => 'answer',
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(expected);
    expect(performance.now() - before).toBeLessThan(6_000);
  },
);

test('decompresses a response that is compressed once or twice, and accepts an empty body', async () => {
  const { gzipSync, brotliCompressSync, deflateSync } = await import('node:zlib');
  const bodies: Record<string, Buffer> = {
    gzip: gzipSync('hello'),
    'gzip, br': brotliCompressSync(gzipSync('hello')),
    DEFLATE: deflateSync('hello'),
    identity: Buffer.from('hello'),
  };
  for (const [encoding, body] of Object.entries(bodies)) {
    const server = await startRaw((socket) =>
      socket.once('data', () => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
        );
        socket.end(body);
      }),
    );
    const { call } = callWith({ allow: [server.place] });
    expect((await call(server.url)).body.toString()).toBe('hello');
  }
  const empty = await startRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n')),
  );
  expect((await callWith({ allow: [empty.place] }).call(empty.url)).body.length).toBe(0);
});
