import { describe, expect, test } from 'vitest';
import { hostileServers } from '../../harness/servers/hostile-servers.ts';
import { startOutside, startRaw } from '../../harness/servers/outside-server.ts';
import { useRuns } from '../run-actions.ts';
import { call, once, reaching } from './outside.ts';

const { accepted, go, row, steps } = useRuns();

describe('a call to a hostile server stays within its limits, and the run explains the failure', () => {
  test.each(hostileServers)('%s', { timeout: 30_000 }, async (_, serve, expected) => {
    const server = await startRaw((socket) => socket.once('data', () => serve(socket)));
    const { job } = await accepted([call(server.url, { ...once, timeout_ms: 1_500 })]);
    const before = performance.now();
    await go(job, { outside: reaching(server) });
    expect(performance.now() - before).toBeLessThan(10_000);
    const { status, error } = await row(job);
    if (status === 'succeeded') return expect('answer').toMatch(expected);
    expect(error).toMatch(expected);
    const [step] = await steps(job);
    expect(step).toMatchObject({ status: 'failed', error: error.slice('call: '.length) });
  });

  test('with a redirect loop', async () => {
    const server = await startOutside((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    const { job } = await accepted([call(server.url)]);
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect((await row(job)).error).toBe('call: The server redirected more than 5 times.');
    expect(server.connections()).toBe(6);
  });

  test('with a redirect to an internal address', async () => {
    const inside = await startOutside((_request, response) => response.end('inside'));
    const server = await startOutside((_request, response) =>
      response.writeHead(302, { location: `${inside.url}/latest/meta-data/` }).end(),
    );
    const { job } = await accepted([call(server.url)]);
    await go(job, { outside: reaching(server) });
    expect((await row(job)).error).toContain('Use a host name instead of an IP address');
    expect(inside.connections()).toBe(0);
  });
});
