import { describe, expect, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { readRun } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changing } from '../../harness/builders.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { call, reaching } from './outside.ts';

const { database, accepted, again, go, row, steps, paths, outputs } = useRuns();

describe('secrets (spec/runs §2.5, §3.4)', () => {
  const canary = 'cAnArY-7731-"quoted"';
  const base64 = Buffer.from(canary).toString('base64').slice(0, 8);
  /** Parts of the secret without quotes, because quotes are escaped in the rows, which are JSON inside JSON. */
  const derived = ['cAnArY', 'YrAnAc', base64, [...base64].reverse().join('')];

  async function withCanary(steps: readonly unknown[], data: unknown = {}) {
    const stage = await buildStage(database.current.context, steps);
    await changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'token', canary));
    return again(stage, data);
  }

  async function expectHidden(job: RunJob) {
    const shown = JSON.stringify([await row(job), await steps(job)]);
    const read = JSON.stringify(await readRun(database.current.context, job.workspace, job.run));
    for (const text of [shown, read]) {
      for (const needle of derived) expect(text).not.toContain(needle);
    }
  }

  test('that a caller sends are masked in outputs', async () => {
    const job = await withCanary([set('echo', { said: 'He said {{ __data.said }}' })], {
      said: canary,
    });
    await go(job);
    const read = await readRun(database.current.context, job.workspace, job.run);
    const shown = JSON.stringify([await steps(job), read]);
    expect(shown).toContain('He said [secret]');
    expect(shown).not.toContain('cAnArY');
  });

  test.each([
    ['a URL', { url: '{{ secrets.token }}' }],
    ['a header', { headers: { 'x-a': "{{ 'a\\n' ~ secrets.token }}" } }],
    ['a query', { query: { a: { b: '{{ secrets.token|base64_encode }}' } } }],
    ['a body', { method: 'GET', body: '{{ secrets.token }}' }],
  ])("aren't quoted in the error of %s", async (_, fields) => {
    const job = await withCanary([call('https://api.partner.test/', fields)]);
    await go(job);
    await expectHidden(job);
    expect((await row(job)).status).toBe('failed');
  });
});

describe('a secret that does not exist (spec/runs §2.5)', () => {
  const noPartner =
    'There is no secret called partner. Create it under Settings → Secrets & connections, or correct the name.';
  const signed = "{{ hashHmac('sha256', 'x', secrets.partner) }}";
  const bearer = { headers: { authorization: 'Bearer {{ secrets.partner }}' } };

  async function startCounted() {
    const server = await startOutside((_request, response) => response.end('ok'));
    return { server, outside: reaching(server) };
  }

  test.each([
    ['a header', { headers: { key: '{{ secrets.partner }}' } }],
    ['the body', { method: 'POST', body: { a: ['Bearer {{ secrets.partner }}'] } }],
    ['the query', { query: { key: signed } }],
  ])('fails a request that reads it in %s, without an attempt or a retry', async (_, fields) => {
    const { server, outside } = await startCounted();
    const { job } = await accepted([call(server.url, fields)]);
    await go(job, { outside });
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining(noPartner) });
    expect(await paths(job)).toEqual(['call failed']);
    expect(server.connections()).toBe(0);
  });

  test.each([
    ['a set step', set('step', { signed })],
    // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
    ['a branch', { name: 'step', type: 'branch', if: signed, then: [set('inner', {})] }],
    [
      'a loop',
      { name: 'step', type: 'for_each', items: `{{ [${signed.slice(3, -3)}] }}`, steps: [set('a', {})] },
    ],
    ['a wait', { name: 'step', type: 'wait', until: signed }],
  ])('fails %s', async (_, step) => {
    const { job } = await accepted([step, set('after', {})]);
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining(noPartner) });
    expect(await paths(job)).toEqual(['step failed']);
  });

  test('is handled by on_error', async () => {
    const handled = { steps: [set('note', { got: '{{ error.message }}', code: '{{ error.code }}' })] };
    const { job } = await accepted([call('https://partner.test/', { ...bearer, on_error: handled })]);
    await go(job);
    expect((await row(job)).status).toBe('succeeded');
    expect((await outputs(job)).note).toEqual({ got: expect.stringContaining(noPartner), code: 'invalid' });
  });

  test('is no error where the template has a fallback', async () => {
    const { server, outside } = await startCounted();
    const headers = {
      key: "{{ secrets.partner ?? 'none' }}",
      other: "{{ secrets.partner|default('none') }}",
    };
    const { job } = await accepted([call(server.url, { headers })]);
    await go(job, { outside });
    expect((await row(job)).status).toBe('succeeded');
  });

  test('fails the next step that reads it if it was deleted during the run', async () => {
    const server = await startOutside(async (_request, response) => {
      await save(null);
      response.end('ok');
    });
    const stage = await buildStage(database.current.context, [
      call(server.url, bearer),
      { ...call(server.url, bearer), name: 'second' },
    ]);
    const save = (value: string | null) =>
      changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'partner', value));
    await save('a-secret-value');
    const job = await again(stage);
    await go(job, { outside: reaching(server) });
    expect(await paths(job)).toEqual(['call succeeded', 'second failed']);
    expect((await row(job)).error).toContain(noPartner);
    expect(server.connections()).toBe(1);
  });
});
