import { describe, expect, test } from 'vitest';
import { type ShownShadow, shadowAs, shadowByOperator } from '../../src/core/shadow/index.ts';
import { saveDraft } from '../../src/core/workflows/index.ts';
import { runTrialIn } from '../../src/engine/interpreter/trial.ts';
import type { UserId, WorkflowId } from '../../src/lib/ids.ts';
import { testActor } from '../harness/builders.ts';
import { isFullRun } from '../harness/seeded-random.ts';
import { type OutsideServer, startOutside } from '../harness/servers/outside-server.ts';
import { reaching } from './execution/outside.ts';
import { set, useRuns } from './run-actions.ts';
import { resave, type Stage, workflowName } from './run-stage.ts';

const { database, accepted, again, go, row } = useRuns();

type Steps = readonly Record<string, unknown>[];

const adminOf = ({ workspace, owner }: Stage) => ({
  workspace,
  user: { ...owner, id: owner.id as UserId },
  role: { name: 'Everything', isAdmin: true, permissions: {} },
  means: { type: 'console' as const },
});

/** Saves steps as the draft of a stage's workflow. */
async function draft(stage: Stage, steps: Steps, revision = 0): Promise<void> {
  const editor = { context: stage.context, principal: adminOf(stage), actor: testActor } as never;
  await saveDraft(editor, stage.workflow as WorkflowId, { revision, baseVersion: 1, steps });
}

const shadow = ({ context, workspace }: Stage, requests = 100, before: string | null = null) =>
  shadowByOperator(runTrialIn, context, workspace.id, workflowName, { requests, before: before as never });

/** Executes these steps with each request, saves the draft, and returns the comparison. */
async function compare(
  published: Steps,
  drafted: Steps,
  requests: readonly unknown[] = [{}],
  server?: OutsideServer,
) {
  const { stage, job } = await accepted(published, requests[0]);
  const outside = server && { outside: reaching(server) };
  await go(job, outside);
  for (const data of requests.slice(1)) await go(await again(stage, data), outside);
  await draft(stage, drafted);
  return { stage, job, page: await shadow(stage) };
}

const respond = (body: unknown, more = {}) => ({ name: 'reply', type: 'respond', body, ...more });
const save = (fields: Record<string, string>) => ({
  name: 'save',
  type: 'lead.create',
  fields: { email: '{{ __data.email }}', ...fields },
});

/** Counts the rows of every table. */
async function countRows(): Promise<Record<string, number>> {
  return database.current.asAdministrator(async (client) => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows)
      counts[name] = (await client.query(`select count(*)::int as n from public."${name}"`)).rows[0].n;
    return counts;
  });
}

/** Starts a server that returns a score for each request. */
async function startScores() {
  const seen: string[] = [];
  const server = await startOutside((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ score: seen.length }));
  });
  return { ...server, seen };
}

describe('a comparison (spec/shadow §1.1)', () => {
  test('finds what the draft would do differently, field by field (spec/shadow §3.1)', async () => {
    const steps = (total: string) => [
      set('sum', { total }),
      respond({ total: '{{ __data.total }}', ok: true }),
      { name: 'end', type: 'return', value: { total: '{{ __data.total }}' } },
    ];
    const { job, page } = await compare(
      steps('{{ __data.a + __data.b }}'),
      steps('{{ __data.a + (__data.b ?? 1) * 2 }}'),
      [
        { a: 1, b: 2 },
        { a: 5, b: 0 },
      ],
    );
    expect(page).toMatchObject({
      requests: 2,
      same: 1,
      different: 1,
      incomplete: 0,
      next: null,
      revision: 1,
    });
    expect(page.runs).toMatchObject([
      {
        run_id: job.run,
        verdict: 'different',
        reason: null,
        more: 0,
        differences: [
          { field: 'result.total', published: 3, draft: 5 },
          { field: 'steps.sum.output.total', published: 3, draft: 5 },
          { field: 'respond.body.total', published: 3, draft: 5 },
        ],
      },
    ]);
  });

  test('reports a run that would fail', async () => {
    const find = (match: object) => [{ name: 'find', type: 'lead.find', match }];
    const { page } = await compare(
      find({ email: '{{ __data.mail ?? "nobody@acme.test" }}' }),
      find({ email: '{{ __data.mail }}' }),
      [{ mail: 'ada@acme.test' }, {}],
    );
    expect(page).toMatchObject({ same: 1, different: 1 });
    const differences = page.runs.flatMap((run) => run.differences);
    expect(differences).toContainEqual({ field: 'status', published: 'succeeded', draft: 'failed' });
    expect(differences.find(({ field }) => field === 'error')?.draft).toMatch(/^find: match.email/);
  });

  test('uses the newest ended runs, without retries (spec/shadow §1.2)', async () => {
    const steps = [respond('{{ __data.n }}')];
    const { stage } = await compare(steps, steps, [{ n: 0 }, { n: 1 }, { n: 2 }]);
    const { run } = await again(stage, { n: 3 });
    await database.current.query(`update runs set status = 'succeeded', retry_of = $2 where id = $1`, [
      run,
      run,
    ]);
    await again(stage, { n: 4 });
    const first = await shadow(stage, 2);
    expect(first).toMatchObject({ requests: 2, same: 2 });
    const second = await shadow(stage, 2, first.next);
    expect(second).toMatchObject({ requests: 1, same: 1, next: null });
  });

  test('needs a published version and a draft that compiles (spec/shadow §1.1)', async () => {
    const { stage } = await accepted([set('a', { b: 1 })]);
    await draft(stage, [{ name: 'a', type: 'unknown' }]);
    await expect(shadow(stage)).rejects.toMatchObject({ code: 'steps_refused' });
    await database.current.query(
      'update workflows set published_version = 0, enabled = false where workspace_id = $1',
      [stage.workspace.id],
    );
    await expect(shadow(stage)).rejects.toMatchObject({ code: 'not_published' });
  });

  test('needs permission to edit the workflow, and the expected revision (spec/shadow §4.1)', async () => {
    const { stage } = await accepted([set('a', { b: 1 })]);
    const as = (principal: object, revision?: number) =>
      shadowAs(
        runTrialIn,
        { context: stage.context, principal, actor: testActor } as never,
        stage.workflow as WorkflowId,
        { requests: 1, before: null, revision },
      );
    const viewer = { ...adminOf(stage), role: { name: 'Viewer', permissions: { 'workflows.view': 'all' } } };
    await expect(as(viewer)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(as(adminOf(stage), 3)).rejects.toMatchObject({ code: 'draft_changed' });
    expect(await as(adminOf(stage), 0)).toMatchObject({ requests: 0, next: null });
  });
});

describe('both versions', () => {
  test('start when the request was accepted, with the same run id (spec/shadow §1.3)', async () => {
    const steps = (name: string) => [
      set(name, { at: '{{ "now"|date("c") }}', id: '{{ run.id }}' }),
      { name: 'pause', type: 'wait', for: '2 days' },
      respond({ at: '{{ "now"|date("c") }}', id: '{{ __data.id }}' }),
    ];
    const { page, stage, job } = await compare(steps('a'), steps('b'));
    // The run waits, so it hasn't ended.
    expect(page.requests).toBe(0);
    await database.current.query(
      `update runs set status = 'failed', accepted_at = '2026-01-01' where id = $1`,
      [job.run],
    );
    expect(await shadow(stage)).toMatchObject({ requests: 1, same: 1 });
  });

  test('can create again the leads that the original run created (spec/shadow §1.4)', async () => {
    const { page } = await compare(
      [save({ first_name: '{{ __data.name }}' }), respond({ id: '{{ steps.save.output.id }}' })],
      [save({ first_name: '{{ __data.name|upper }}' }), respond({ id: '{{ steps.save.output.id }}' })],
      [{ email: 'ada@acme.test', name: 'Ada' }],
    );
    expect(page.runs.map(({ differences }) => differences)).toEqual([
      [{ field: 'leads.new-lead-1.first_name', published: 'Ada', draft: 'ADA' }],
    ]);
  });

  test('see the leads as they are now (spec/shadow §1.4)', async () => {
    const update = (fields: object) => [
      { name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields },
    ];
    const { page } = await compare(
      update({ first_name: '{{ __data.name }}' }),
      update({ first_name: '{{ __data.name }}', company: 'Acme' }),
      [
        { email: 'ada@acme.test', name: 'Ada' },
        { email: 'ada@acme.test', name: 'Augusta' },
      ],
    );
    expect(page).toMatchObject({ different: 2 });
    const fields = page.runs.map(({ differences }) => differences.map(({ field }) => field));
    expect(fields).toEqual([[expect.stringMatching(/^leads\.\d+\.company$/)], ['leads.new-lead-1.company']]);
  });
});

describe('calls', () => {
  test('of the published version are answered from the original run (spec/shadow §2.1)', async () => {
    const server = await startScores();
    const steps = (factor: number) => [
      save({}),
      {
        name: 'score',
        type: 'http.request',
        method: 'POST',
        url: `${server.url}/leads/{{ steps.save.output.id }}`,
        body: { at: '{{ "now"|date("c") }}', lead: '{{ steps.save.output.id }}' },
      },
      respond({ score: `{{ steps.score.output.body.score * ${factor} }}` }),
    ];
    const requests = [{ email: 'a@acme.test' }, { email: 'b@acme.test' }];
    const { page } = await compare(steps(1), steps(10), requests, server);
    expect(server.seen).toHaveLength(2);
    expect(page.runs.map(({ differences }) => differences)).toEqual([
      [{ field: 'respond.body.score', published: 2, draft: 20 }],
      [{ field: 'respond.body.score', published: 1, draft: 10 }],
    ]);
  });

  test('of the draft must be the same, or the comparison ends there (spec/shadow §2.2) (spec/shadow §2.3) (spec/shadow §3.4)', async () => {
    const server = await startScores();
    const call = (path: string, more = {}) => ({
      name: 'score',
      type: 'http.request',
      url: `${server.url}${path}`,
      ...more,
    });
    const after = respond({ score: '{{ steps.score.output.body.score }}' });
    const { page, stage } = await compare([call('/v1'), after], [call('/v2'), after], [{}], server);
    expect(page.runs).toMatchObject([
      {
        verdict: 'different',
        reason: `score would call GET ${server.url}/v2, not recorded`,
        differences: [
          { field: 'calls.score[0].url', published: `${server.url}/v1`, draft: `${server.url}/v2` },
        ],
      },
    ]);
    // A renamed step makes the same request.
    await draft(
      stage,
      [{ ...call('/v1'), name: 'rating' }, respond({ score: '{{ steps.rating.output.body.score }}' })],
      1,
    );
    expect(await shadow(stage)).toMatchObject({ same: 1 });
    // The original run called another URL than the published version does.
    await resave(stage, { steps: [call('/new'), after] });
    await draft(stage, [call('/new'), set('more', { x: 1 }), after], 2);
    expect((await shadow(stage)).runs).toMatchObject([{ verdict: 'incomplete', differences: [] }]);
    expect(server.seen).toHaveLength(1);
  });

  test('that failed fail again (spec/shadow §2.1)', async () => {
    const server = await startOutside((_, response) => void response.writeHead(503).end('down'));
    const call = (retry: number) => ({
      name: 'call',
      type: 'http.request',
      url: server.url,
      retry: { max_attempts: retry },
    });
    const { page, job } = await compare([call(1)], [call(1), respond('never')], [{}], server);
    expect(await row(job)).toMatchObject({ status: 'failed' });
    expect(page).toMatchObject({ same: 1 });
    const gone = await compare([call(1)], [{ ...call(1), on_error: { steps: [respond('handled')] } }], [{}]);
    expect(gone.page.runs[0]?.differences).toContainEqual({
      field: 'status',
      published: 'failed',
      draft: 'succeeded',
    });
  });

  test.each([
    [
      { type: 'approve', title: 'Refund {{ __data.n }}', by: { role: 'Everything' }, timeout: '1 day' },
      { approved: false, by: null, comment: 'No' },
      { title: 'Please refund' },
    ],
    [{ type: 'workflow.call', workflow: workflowName, data: {} }, 42, { data: { more: true } }],
  ])('that wait get the recorded outcome (spec/shadow §2.1): %j', async (settings, output, changed) => {
    const ask = { name: 'ask', ...settings };
    const reply = respond({ got: '{{ steps.ask.output }}' });
    const { stage, job } = await accepted([ask, reply], { n: 7 });
    await go(job);
    await database.current.asAdministrator(async (client) => {
      const values = [job.run, JSON.stringify(output)];
      await client.query(
        `update run_steps set status = 'succeeded', output = $2 where run_id = $1 and path = 'ask'`,
        values,
      );
      await client.query(`update runs set status = 'succeeded' where id = $1`, [job.run]);
    });
    await draft(stage, [ask, { ...reply, status: 202 }]);
    const compared = await shadow(stage);
    expect(compared.runs.map(({ differences }) => differences)).toEqual([
      [{ field: 'respond.status', published: 200, draft: 202 }],
    ]);
    await draft(stage, [{ ...ask, ...changed }, reply], 1);
    const [asked] = (await shadow(stage)).runs;
    expect(asked).toMatchObject({
      verdict: 'different',
      reason: expect.stringMatching(/^ask would .*, not recorded$/),
    });
    expect(asked?.differences.every(({ field }) => field.startsWith('steps.ask.input.'))).toBe(true);
  });
});

describe('differences', () => {
  test('of a step that only one version has are its effects (spec/shadow §3.2)', async () => {
    const before = [set('first', { a: 1 }), respond({ a: '{{ __data.a }}' })];
    const { page, stage } = await compare(before, [set('second', { b: 1 }), ...before]);
    expect(page).toMatchObject({ same: 1 });
    const notify = { name: 'mail', type: 'mail.send', to: 'ada@acme.test', subject: 'Hi', text: 'Hello' };
    await draft(stage, [...before, notify], 1);
    expect((await shadow(stage)).runs[0]?.differences).toContainEqual({
      field: 'mails.mail[0].subject',
      published: null,
      draft: 'Hi',
    });
  });

  test('never include IDs that the database gave out (spec/shadow §3.3)', async () => {
    const steps = (more: Steps = []) => [
      save({ company: 'Acme' }),
      ...more,
      respond({ id: '{{ steps.save.output.id }}', url: 'https://crm.test/{{ steps.save.output.id }}/edit' }),
      { name: 'all', type: 'lead.find', match: { id: '{{ steps.save.output.id }}' } },
    ];
    const { page } = await compare(steps(), steps([set('more', { x: 1 })]), [{ email: 'ada@acme.test' }]);
    expect(page).toMatchObject({ same: 1, runs: [] });
  });
});

const size = isFullRun ? 1_000 : 20;

test(`finds 3 broken requests among ${size}, leaves no row and calls nothing (spec/shadow §1.3)`, async () => {
  const server = await startScores();
  const steps = (to: string) => [
    {
      name: 'score',
      type: 'http.request',
      method: 'POST',
      url: `${server.url}/score`,
      body: { email: '{{ __data.email }}' },
    },
    save({ first_name: '{{ __data.name }}', company: 'Score {{ steps.score.output.body.score }}' }),
    { name: 'mail', type: 'mail.send', to, subject: 'Welcome {{ __data.name }}', text: 'Hi' },
    respond(
      { id: '{{ steps.save.output.id }}', company: '{{ steps.save.output.company }}' },
      { status: 201 },
    ),
  ];
  const { stage, job } = await accepted(steps('{{ __data.reply_to ?? __data.email }}'), {
    email: 'x@acme.test',
  });
  const mailer = { send: async () => ({ messageId: '<1@test>', rejected: [] }) };
  const outside = { ...reaching(server), mailer };
  await go(job, { outside });
  expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
  const broken = new Set<string>([job.run]);
  for (let n = 1; n < size; n++) {
    const email = `ada-${n}@acme.test`;
    const isBroken = n === 7 || n === size - 2;
    const next = await again(stage, { email, name: `Ada ${n}`, ...(!isBroken && { reply_to: email }) });
    if (isBroken) broken.add(next.run);
    await go(next, { outside });
  }
  expect(server.seen).toHaveLength(size);
  await draft(stage, steps('{{ __data.reply_to }}'));
  const before = await countRows();
  const startedAt = performance.now();
  const totals = { requests: 0, same: 0, different: 0, incomplete: 0 };
  const found: ShownShadow['runs'] = [];
  for (let next: string | null = null, isFirst = true; isFirst || next; isFirst = false) {
    const page = await shadow(stage, 100, next);
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += page[key];
    found.push(...page.runs);
    next = page.next;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (isFullRun) console.log(`${size} stored requests took ${seconds.toFixed(1)} s`);
  expect(totals).toEqual({ requests: size, same: size - 3, different: 3, incomplete: 0 });
  expect(new Set(found.map(({ run_id }) => run_id))).toEqual(broken);
  for (const { differences } of found) {
    expect(differences).toContainEqual({ field: 'status', published: 'succeeded', draft: 'failed' });
    expect(differences).toContainEqual({ field: 'respond.status', published: 201, draft: null });
    expect(differences.find(({ field }) => field === 'error')?.draft).toMatch(/^mail: to: /);
  }
  expect(await countRows()).toEqual(before);
  expect(server.seen).toHaveLength(size);
  expect(seconds).toBeLessThan(60);
}, 600_000);
