import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { erasePerson, type Person } from '../../../src/core/erasure/index.ts';
import { RefusedRequests } from '../../../src/core/listeners/index.ts';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { createWebhook } from '../../../src/core/webhooks/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { changing } from '../../harness/builders.ts';
import { holdOpen } from '../../harness/hold-open.ts';
import { tablesWith } from '../../harness/tables-with.ts';
import { untilBlocked } from '../../harness/until-blocked.ts';
import { set, useRuns } from '../../runs/run-actions.ts';
import { newRun, resave, type Stage } from '../../runs/run-stage.ts';

const { database, doors, accepted, again, go, row, endWait } = useRuns();
const operator = { user: null, means: { type: 'command', name: 'erase' }, origin: 'a test' } as const;
const erase = ({ context, workspace }: Stage, person: Person, options?: { isTrial: boolean }) =>
  erasePerson(context, operator, workspace.id, person, options);

const save = {
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { last_name: '{{ __data.name }}' },
};
const pause = { name: 'pause', type: 'wait', for: '2 hours' };
const exists = async (job: RunJob) => (await row(job)) !== undefined;
const stepsLeft = (job: RunJob) =>
  database.current.asAdministrator(
    async (client) => (await client.query('select from run_steps where run_id = $1', [job.run])).rowCount,
  );
/** What an erasure returns that finds nothing. */
const nothing = { leads: [], runs: 0, files: 0, views: 0, calls: 0, proposals: 0 };

describe('erasing a person', () => {
  test("removes that person's runs with all their steps, and no other runs", async () => {
    const { stage, job: matching } = await accepted([save, set('copy', { who: '{{ steps.save.output }}' })], {
      email: 'Zoe@Zanzibar.test',
      name: 'Zanzibarian',
    });
    const other = await again(stage, { email: 'joe@elsewhere.test', name: 'Joe' });
    const alike = await again(stage, { email: 'xzoe@zanzibar.test', note: 'zoe@zanzibar.test.uk' });
    for (const job of [matching, other, alike]) await go(job);
    const { leads, runs } = await erase(stage, { email: 'zoe@zanzibar.TEST' });
    expect([leads.length, runs]).toEqual([1, 1]);
    expect(await Promise.all([matching, other, alike].map(exists))).toEqual([false, true, true]);
    expect(await stepsLeft(matching)).toBe(0);
    expect(await tablesWith(database.current, 'Zanzibarian')).toEqual([]);
    const entries = await listAudit(stage.context, stage.workspace.id, { limit: 2 });
    expect(entries[0]).toMatchObject({ action: 'erased', subject: { type: 'runs' }, new: { runs: 1 } });
  });

  test("removes deliveries about that person's runs from webhooks, and no others (spec/events §1.2)", async () => {
    const { stage, job: matching } = await accepted([set('a', { b: 1 })], { email: 'zoe@zanzibar.test' });
    const other = await again(stage, { email: 'joe@elsewhere.test' });
    const { context, workspace } = stage;
    await changing(context, workspace.id, async (change) => {
      const values = { name: 'Hook', url: 'https://hook.example.test/', types: ['run.failed'] };
      const { id } = await createWebhook(change, values);
      for (const { run } of [matching, other])
        await change.transaction.query(sql`
          insert into webhook_deliveries (workspace_id, webhook_id, event_uid, type, body, depth, run_id, status, created_at)
          values (${workspace.id}, ${id}, ${run}::uuid, 'run.failed', '{}', 0, ${run}::uuid, 'failed', now())`);
    });
    await erase(stage, { email: 'zoe@zanzibar.test' });
    const rows = await database.current.query(
      'select run_id from webhook_deliveries where workspace_id = $1',
      [workspace.id],
    );
    expect(rows).toEqual([{ run_id: other.run }]);
  });

  test.each<[string, unknown, readonly unknown[]]>([
    [
      'whose input contains the email address',
      { contact: { mails: ['ann@kept.test'] } },
      [set('a', { b: 1 })],
    ],
    [
      'whose input contains the email address with escape sequences',
      '{"m":"a\\u006en\\u0040kept.test"}',
      [set('a', { b: 1 })],
    ],
    [
      'that failed with the email address in its input',
      { mail: 'ann@kept.test' },
      [{ name: 'x', type: 'stop', as: 'failed' }],
    ],
    [
      'that assembled the email address from parts',
      { a: 'ann@', b: 'kept.test' },
      [set('c', { d: '{{ __data.a }}{{ __data.b }}' })],
    ],
    [
      'that contains the email address only in an encrypted output',
      { a: 'ann@', b: 'kept.test', token: 'a-long-secret' },
      [set('c', { d: '{{ __data.a }}{{ __data.b }} {{ __data.token }}' })],
    ],
    [
      'that contains the email address only in an error',
      { a: 'ann@', b: 'kept.test' },
      [{ name: 'x', type: 'stop', as: 'failed', message: 'Not {{ __data.a ~ __data.b }}' }],
    ],
  ])('removes a run %s, even without a lead', async (_, data, steps) => {
    const { stage } = await accepted([set('none', { a: 1 })]);
    await changing(stage.context, stage.workspace.id, (change) =>
      saveSecret(change, 'token', 'a-long-secret'),
    );
    await resave(stage, { steps });
    const run = await newRun(
      database.current,
      stage,
      typeof data === 'string' ? { input: Buffer.from(data) } : { data },
    );
    await doors.queue().accept(run);
    const job = { workspace: stage.workspace.id, run: run.id, fence: 0 };
    await go(job);
    const person = { email: 'ann@kept.test' };
    expect(await erase(stage, person, { isTrial: true })).toEqual({ ...nothing, runs: 1 });
    expect(await exists(job)).toBe(true);
    expect(await erase(stage, person)).toEqual({ ...nothing, runs: 1 });
    expect(await exists(job)).toBe(false);
    expect(await erase(stage, person)).toEqual(nothing);
  });

  test('by lead ID removes runs that used the lead or mention any of its former email addresses', async () => {
    const { stage, job: first } = await accepted([save], { email: 'old@kept.test' });
    await go(first);
    const lead = JSON.parse(
      (await database.current.query('select output from run_steps where run_id = $1', [first.run]))[0].output,
    ).id;
    const start = async (steps: unknown[], data: unknown = {}) => {
      await resave(stage, { steps });
      const job = await again(stage, data);
      await go(job);
      return job;
    };
    const move = await start(
      [
        {
          name: 'm',
          type: 'lead.update',
          match: { id: '{{ __data.id }}' },
          fields: { email: 'new@kept.test' },
        },
      ],
      { id: lead },
    );
    const find = await start([{ name: 'f', type: 'lead.find', match: { email: 'new@kept.test' } }]);
    const old = await start([set('a', { b: 1 })], { said: 'old@kept.test' });
    const other = await start([set('a', { b: 2 })], { id: lead });
    const gone = await start([{ name: 'd', type: 'lead.delete', match: { id: '{{ __data.id }}' } }], {
      id: lead,
    });
    expect(await erase(stage, { lead })).toMatchObject({ leads: [{ id: lead, state: 'deleted' }], runs: 5 });
    expect(await Promise.all([first, move, find, old, gone, other].map(exists))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test("stops unfinished runs, so a waiting run can't create the lead again", async () => {
    const { stage, job } = await accepted([pause, save], { email: 'later@kept.test' });
    await go(job);
    expect((await row(job)).status).toBe('waiting');
    await endWait(job, 'pause');
    const { runs } = await erase(stage, { email: 'later@kept.test' });
    expect(runs).toBe(1);
    await go({ ...job, fence: 1 });
    expect(await tablesWith(database.current, 'later@kept.test')).toEqual([]);
  });

  test('waits for a run that is being executed', async () => {
    const { stage, job } = await accepted([save], { email: 'now@kept.test' });
    const { hold, isHeld, release } = holdOpen();
    // Locks the run as a worker does.
    const worker = database.current.asAdministrator(async (client) => {
      await client.query('begin');
      await client.query('select from runs where id = $1 for update', [job.run]);
      await hold();
      await client.query('commit');
    });
    await isHeld;
    const erasing = erase(stage, { email: 'now@kept.test' });
    await untilBlocked(database.current);
    release();
    await worker;
    expect((await erasing).runs).toBe(1);
    await go(job);
    expect(await tablesWith(database.current, 'now@kept.test')).toEqual([]);
  });

  test("doesn't need to search rejected requests, because they contain no text that a caller chose freely", async () => {
    const { stage } = await accepted([save]);
    const refused = new RefusedRequests();
    refused.note({
      workspace: stage.workspace.id,
      listener: stage.listener,
      at: new Date(),
      method: 'POST',
      status: 403,
      reason: 'missing_token',
      failed: { check: 'present', detail: 'missing' },
      contentType: 'application/json',
      bodyBytes: 2,
      address: '127.0.0.1',
      headerNames: ['x-mail'],
    });
    await refused.write(stage.context);
    const rows = await database.current.query(
      "select column_name as name from information_schema.columns where table_name = 'refused_requests' order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'address',
      'at',
      'body_bytes',
      'content_type',
      'failed_check',
      'failed_detail',
      'header_names',
      'id',
      'listener_id',
      'method',
      'reason',
      'status',
      'workspace_id',
    ]);
  });

  test('scans more runs than fit into one batch', { timeout: 60_000 }, async () => {
    const { stage, job } = await accepted([set('a', { b: 1 })], { email: 'deep@kept.test' });
    await database.current.query(
      `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, is_awaited, input)
         select workspace_id, gen_random_uuid(), workflow_id, 1, 'succeeded', now(), false,
                case when n % 500 = 0 then '{"email":"deep@kept.test"}' else '{}' end
         from runs, generate_series(1, 2500) n where id = $1`,
      [job.run],
    );
    expect((await erase(stage, { email: 'deep@kept.test' })).runs).toBe(6);
  });
});
