import { describe, expect, test } from 'vitest';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { readRun } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changing } from '../../harness/builders.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { call } from './outside.ts';

const { database, again, go, row, steps } = useRuns();

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
