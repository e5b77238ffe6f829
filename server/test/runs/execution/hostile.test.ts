import { describe, expect, test } from 'vitest';
import { hostileServers } from '../../harness/servers/hostile-servers.ts';
import { startOutside, startRaw } from '../../harness/servers/outside-server.ts';
import { useRuns } from '../run-actions.ts';
import { call, once, reaching } from './outside.ts';

const { accepted, go, row, steps } = useRuns();

describe('a hostile server ends within its bounds, and the run explains it', () => {
  test.each(hostileServers)('%s', { timeout: 30_000 }, async (_, serve, told) => {
    const server = await startRaw((socket) => socket.once('data', () => serve(socket)));
    const { job } = await accepted([call(server.url, { ...once, timeout_ms: 1_500 })]);
    const before = performance.now();
    await go(job, { outside: reaching(server) });
    expect(performance.now() - before).toBeLessThan(10_000);
    const { status, error } = await row(job);
    if (status === 'succeeded') return expect('answer').toMatch(told);
    expect(error).toMatch(told);
    const [step] = await steps(job);
    expect(step).toMatchObject({ status: 'failed', error: error.slice('call: '.length) });
  });

  test('a circle of redirects', async () => {
    const server = await startOutside((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    const { job } = await accepted([call(server.url)]);
    expect(await go(job, { outside: reaching(server) })).toEqual([]);
    expect((await row(job)).error).toBe('call: The server redirects more than 5 times.');
    expect(server.connections()).toBe(6);
  });

  test('a redirect into the inside', async () => {
    const inside = await startOutside((_request, response) => response.end('inside'));
    const server = await startOutside((_request, response) =>
      response.writeHead(302, { location: `${inside.url}/latest/meta-data/` }).end(),
    );
    const { job } = await accepted([call(server.url)]);
    await go(job, { outside: reaching(server) });
    expect((await row(job)).error).toContain('by their name, not by an IP address');
    expect(inside.connections()).toBe(0);
  });
});
