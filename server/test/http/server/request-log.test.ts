import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../../src/http/base/body.ts';
import { openToAll, type Route } from '../../../src/http/request/route-table.ts';
import { parseJson } from '../../../src/lib/json.ts';
import { fakeListener, listenerPath } from '../listener/fake-listener.ts';
import { findAcme, requestsArrived, startServer, surfaces } from '../start-server.ts';

const permission = openToAll('test');
const echo: Route = {
  method: 'POST',
  path: '/:first/:second',
  permission,
  handler: (request) => ({ length: JSON.stringify(parseJson(bodyOf(request))).length }),
};
const fails = () => {
  throw new Error('broken');
};
const failing: Route = {
  method: 'POST',
  path: '/fails',
  permission,
  handler: async () => fails(),
};
const twice: Route = {
  method: 'POST',
  path: '/twice',
  permission,
  handler: (_request, reply) => {
    reply.send('one');
    return 'two';
  },
};

describe('the log', () => {
  test('has one line per request, with exactly the allowed fields', async () => {
    const { ask, log } = await startServer();
    await ask('POST', `${listenerPath}?x=1`, { headers: ['X-Request-Id: id-1'], body: '{"a":1}' });
    await ask('GET', '/none', { headers: ['X-Request-Id: id-2'] });
    await ask('HEAD', '/healthz', { headers: ['X-Request-Id: id-3'] });
    await expect.poll(() => log.lines().length).toBe(3);
    const pinos = {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      msg: 'request',
    };
    const line = { ...pinos, duration_ms: expect.any(Number) };
    expect(log.lines()).toEqual([
      {
        ...line,
        request_id: 'id-1',
        method: 'POST',
        run_id: expect.any(String),
        route: '/listener/:first/:second',
        status: 200,
        workspace_id: 7,
        bytes: 59,
      },
      {
        ...line,
        request_id: 'id-2',
        method: 'GET',
        route: null,
        status: 404,
        refusal: 'unknown_route',
        workspace_id: 7,
        bytes: expect.any(Number),
      },
      {
        ...line,
        level: 20,
        request_id: 'id-3',
        method: 'HEAD',
        route: '/healthz',
        status: 200,
        workspace_id: null,
        bytes: 0,
      },
    ]);
  });

  test('has a line for a caller that disconnected', async () => {
    const gate = Promise.withResolvers<string>();
    const slow: Route = { method: 'GET', path: '/slow', permission, handler: () => gate.promise };
    const { open, log } = await startServer({ surfaces: surfaces({ console: [slow] }) });
    const socket = await open();
    const arrived = requestsArrived(1);
    socket.write('GET /slow HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    await arrived;
    socket.destroy();
    await expect.poll(() => log.lines()).toMatchObject([{ route: '/slow', status: 499 }]);
    gate.resolve('late');
  });

  test('contains nothing that a caller sent, whether or not the request succeeds', async () => {
    const all = [echo, failing, twice];
    const { ask, exchange, open, log } = await startServer({
      surfaces: surfaces({ api: all, oauth: all, console: all }),
      listeners: fakeListener({ findWorkspace: findAcme, store: fails }),
    });
    const secrets = {
      headers: [
        'Authorization: Bearer CANARY-1',
        'Cookie: session=CANARY-2',
        'apikey: CANARY-3',
        'X-CANARY-4: CANARY-5',
        'Referer: https://CANARY-6/',
        'X-Request-Id: CANARY 7',
        'User-Agent: CANARY-8',
        'X-Forwarded-For: CANARY-9',
        'Content-Type: CANARY-10/x',
      ],
    };
    const bodies = ['{"CANARY-11":"CANARY-12"}', 'CANARY-13', `{"a":"${'CANARY'.repeat(200_000)}"}`];
    const targets = ['/CANARY-14/CANARY-15', '/fails', '/twice', '/CANARY-16', '/%zzCANARY'];
    for (const prefix of ['', '/api', '/listener', '/oauth2', '/.well-known']) {
      for (const target of targets) {
        for (const body of bodies)
          await ask('POST', `${prefix}${target}?apikey=CANARY-17&CANARY-18`, { ...secrets, body });
        await ask('DELETE', `${prefix}${target}?apikey=CANARY-19`, secrets);
        await ask('GET', `http://CANARY-20${prefix}${target}?apikey=CANARY`, {
          ...secrets,
          host: 'CANARY-21',
        });
      }
    }
    for (const body of bodies) await ask('POST', `${listenerPath}?apikey=CANARY`, { ...secrets, body });
    await ask('GET', `/?apikey=${'CANARY'.repeat(2_000)}`);
    await exchange('CANARY /CANARY HTTP/1.1\r\nHost: CANARY\r\n\r\n');
    await exchange('GET /CANARY HTTP/1.1\r\nCANARY : x\r\n\r\n');
    await exchange(`GET / HTTP/1.1\r\nX: ${'CANARY'.repeat(5_000)}\r\n\r\n`);
    const socket = await open();
    const arrived = requestsArrived(1);
    socket.write(
      'POST /api/fails?apikey=CANARY HTTP/1.1\r\nHost: acme.example\r\nContent-Length: 99\r\n\r\nCANARY',
    );
    await arrived;
    socket.destroy();

    await expect.poll(() => log.lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThan(120);
    expect(log.lines().filter(({ msg }) => msg === 'request failed').length).toBeGreaterThan(5);
    expect(log.lines().filter(({ msg }) => msg === 'request rejected by the HTTP parser')).toHaveLength(3);
    expect(log.text()).not.toContain('CANARY');
  });
});
