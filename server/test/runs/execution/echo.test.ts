import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readRun } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changing } from '../../harness/builders.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { call, once, reaching } from './outside.ts';

const { database, again, go, row, steps, endWait } = useRuns();

const canary = 'cAnArY-7731/"quoted" + ü';
const user = 'an-integration';

/** Every form of the secret that a server might send back. */
const basic = Buffer.from(`${user}:${canary}`).toString('base64');
const signature = createHmac('sha256', canary).update('x').digest('hex');
const traces = [
  signature.slice(0, 12),
  'cAnArY',
  basic.slice(24, 36),
  Buffer.from(canary).toString('base64').slice(0, 12),
  Buffer.from(canary).toString('hex').slice(0, 12),
  encodeURIComponent(canary).slice(0, 12),
];

/** Starts a server that echoes the request in many encodings. */
const echoing = (status = 200, type = 'application/json') =>
  startOutside(async (request, response) => {
    const body = await text(request);
    const summary = JSON.stringify({ url: request.url, headers: request.headers, body });
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      'content-type': type,
      'set-cookie': 'session=cookie-canary',
      'x-echo': request.headers.authorization ?? '',
      'x-api-key': 'key-canary-of-theirs',
    });
    response.end(
      JSON.stringify({
        summary,
        headers: request.headers,
        body,
        spelled: [
          bytes.toString('base64'),
          bytes.toString('base64url'),
          bytes.toString('hex'),
          encodeURIComponent(body),
        ],
        upper: [
          bytes.toString('hex').toUpperCase(),
          encodeURIComponent(body).replace(/%../g, (code) => code.toLowerCase()),
        ],
        form: new URLSearchParams({ body }).toString(),
      }),
    );
  });

const sending = (url: string, more: Record<string, unknown> = {}) =>
  call(url, {
    method: 'POST',
    headers: {
      authorization: "Basic {{ ('an-integration:' ~ secrets.token)|base64_encode }}",
      'x-signature': "{{ hashHmac('sha256', 'x', secrets.token) }}",
      'x-plain': 'shown',
    },
    query: { token: '{{ secrets.token }}' },
    body: '{{ secrets.token }}',
    ...more,
  });

describe('a server that echoes a secret', () => {
  async function withCanary(steps: readonly unknown[]) {
    const stage = await buildStage(database.current.context, steps);
    await changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'token', canary));
    return again(stage);
  }

  async function expectHidden(job: Awaited<ReturnType<typeof withCanary>>) {
    const rows = await database.current.query('select * from run_steps where run_id = $1', [job.run]);
    const read = await readRun(database.current.context, job.workspace, job.run);
    for (const shown of [JSON.stringify([await row(job), rows]), JSON.stringify(read)]) {
      for (const trace of [...traces, 'cookie-canary', 'key-canary'])
        expect(shown.includes(trace), trace).toBe(false);
    }
  }

  test.each(['application/json', 'text/plain'])(
    'as %s leaves no trace of it in any row, and later steps see a placeholder',
    async (type) => {
      const server = await echoing(200, type);
      const job = await withCanary([
        sending(server.url),
        set('copy', {
          all: '{{ steps.call.output }}',
          header: "{{ steps.call.output.headers['x-echo'] }}",
        }),
        { name: 'pause', type: 'wait', for: '2 hours' },
        set('later', {
          again: '{{ __data.header }}',
          echoed: "{{ '[secret]' in __data.header ? 'hidden' : 'leaked' }}",
          cookie:
            "{{ steps.call.output.headers['set-cookie'] == 'session=cookie-canary' ? 'real' : 'lost' }}",
        }),
        {
          name: 'fork',
          type: 'branch',
          if: "{{ __data.cookie == 'real' and __data.echoed == 'hidden' }}",
          else: [set('lost', { x: 1 })],
        },
      ]);
      await go(job, { outside: reaching(server) });
      expect((await row(job)).error).toBeNull();
      await expectHidden(job);
      await endWait(job, 'pause');
      await go({ ...job, fence: 1 }, { outside: reaching(server) });
      await expectHidden(job);
      expect((await row(job)).status).toBe('succeeded');
      expect((await steps(job)).map(({ path }) => path)).toEqual(['call', 'copy', 'pause', 'later', 'fork']);
      const shown = JSON.stringify(await steps(job));
      expect(shown).toContain('shown');
      expect(shown).toContain('[secret]');
    },
  );

  test('has the secret masked in later segments too, even after another secret in the call was deleted', async () => {
    const server = await echoing();
    const { context } = database.current;
    const stage = await buildStage(context, [
      sending(server.url, { query: { other: "{{ hashHmac('sha256', 'x', secrets.other) }}" } }),
      { name: 'pause', type: 'wait', for: '2 hours' },
      set('later', { again: "{{ steps.call.output.body.headers['x-signature'] }}" }),
    ]);
    const save = (name: string, value: string | null) =>
      changing(context, stage.workspace.id, (change) => saveSecret(change, name, value));
    await save('token', canary);
    await save('other', 'another secret');
    const job = await again(stage);
    await go(job, { outside: reaching(server) });
    await save('other', null);
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 }, { outside: reaching(server) });
    expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
    expect((await steps(job)).at(-1)?.path).toBe('later');
    await expectHidden(job);
  });

  test("and responds with an error can't get the secret into the error message", async () => {
    const server = await echoing(400);
    const job = await withCanary([sending(server.url)]);
    await go(job, { outside: reaching(server) });
    expect((await row(job)).error).toBe('call: The server returned 400.');
    expect((await steps(job))[0]?.output).toContain('"status":400');
    await expectHidden(job);
  });

  test('and redirects, needs a retry or is unreachable still has the secret masked', async () => {
    const server = await startOutside((request, response) => {
      if (request.url?.startsWith('/moved'))
        response.writeHead(307, { location: `https://127.0.0.1/?x=${canary.slice(0, 8)}` }).end();
      else
        response
          .writeHead(503, { 'retry-after': '300', 'x-echo': request.headers.authorization })
          .end(request.url);
    });
    for (const url of [
      server.url,
      `${server.url}/moved`,
      'http://127.0.0.1:9/',
      'https://{{ secrets.token }}/',
    ]) {
      const job = await withCanary([sending(url, url === server.url ? {} : once)]);
      await go(job, { outside: reaching(server) });
      await expectHidden(job);
    }
  });
});
