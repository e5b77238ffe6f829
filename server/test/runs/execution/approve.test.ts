import { describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/core/access/index.ts';
import {
  type Approval,
  type Decision,
  decideApproval,
  listApprovals,
  notifyDeciders,
} from '../../../src/core/approvals/index.ts';
import type { Context } from '../../../src/core/context/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import {
  cancelRun,
  purgeRuns,
  type RunJob,
  resumeRuns,
  retryRun,
  takeQueued,
} from '../../../src/core/runs/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import type { UserId } from '../../../src/lib/ids.ts';
import { createMailer } from '../../../src/lib/mail.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import { Killed, killedAt } from '../../harness/killed-database.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';
import { operator, set, useRuns } from '../run-actions.ts';
import { buildStage, type Stage } from '../run-stage.ts';

const { database, doors, again, go, settle, row, outputs, paths, leadsOf } = useRuns();

const ask = (rest = {}) => ({ name: 'ask', type: 'approve', title: 'Continue?', ...rest });
const after = set('after', { out: '{{ steps.ask.output }}' });
const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Once' } };

/** A workspace with a workflow that asks its owner, who is an administrator. */
async function stageOf(rest: object = {}, steps: readonly unknown[] = [after]): Promise<Stage> {
  const { context } = database.current;
  const stage = await buildStage(context, [set('x', { y: 1 })]);
  await changing(context, stage.workspace.id, (change) =>
    saveWorkflow(change, { name: 'Under test', steps: [ask({ by: stage.owner.email, ...rest }), ...steps] }),
  );
  return stage;
}

const principalOf = (
  { workspace }: Stage,
  user: { id: number; name: string; email: string; role?: { id: number; name: string } },
  isAdmin = false,
): Principal => ({
  workspace,
  user: { id: user.id as UserId, name: user.name, email: user.email },
  role: { id: 0, name: 'Role', ...user.role, isAdmin, permissions: {} } as unknown as Principal['role'],
  means: { type: 'api_key' },
});
const ownerOf = (stage: Stage) => principalOf(stage, stage.owner, true);

async function buildAdministrator({ workspace }: Stage) {
  const { context } = database.current;
  const role = await changing(context, workspace.id, (change) =>
    saveRole(change, { name: `Administrators ${crypto.randomUUID()}`, isAdmin: true }),
  );
  return buildUser(context, workspace.id, { role: role.name });
}

const approvalsIn = async (stage: Stage, context = database.current.context): Promise<Approval[]> =>
  (await listApprovals(context, ownerOf(stage), { status: null, start: 0, limit: 100 })).approvals;

const approvalOf = async (stage: Stage, job: RunJob): Promise<Approval> => {
  const found = (await approvalsIn(stage)).find(({ run }) => run === job.run);
  if (!found) throw new Error('the run has no approval');
  return found;
};

const decide = (
  stage: Stage,
  { id }: Approval,
  outcome: Decision['outcome'] = 'approved',
  as: Principal = ownerOf(stage),
  context: Context = database.current.context,
) =>
  changing(context, stage.workspace.id, (change) =>
    decideApproval(change, as, id, { outcome, comment: null }),
  );

const sql = (text: string, values?: unknown[]) => database.current.query(text, values);

const current = async (job: RunJob): Promise<RunJob> => ({ ...job, fence: (await row(job)).fence });

describe('approve (spec/runs §2.13)', () => {
  test('asks in every iteration of a loop', async () => {
    const { context } = database.current;
    const stage = await buildStage(context, [set('x', { y: 1 })]);
    const each = { name: 'each', type: 'for_each', items: ['a', 'b'] };
    const steps = [{ ...each, steps: [ask({ title: '{{ item }}?', by: stage.owner.email })] }];
    await changing(context, stage.workspace.id, (change) =>
      saveWorkflow(change, { name: 'Under test', steps }),
    );
    const job = await again(stage);
    for (const title of ['a?', 'b?']) {
      await settle();
      const pending = (await approvalsIn(stage)).filter(({ status }) => status === 'pending');
      expect(pending.map((one) => one.title)).toEqual([title]);
      await decide(stage, pending[0] as Approval);
    }
    await settle();
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['reject', { status: 'succeeded', error: null }, false],
    ['approve', { status: 'succeeded', error: null }, true],
    ['fail', { status: 'failed', error: 'ask: Nobody decided in time.' }, undefined],
  ])('on_timeout: %s', async (on_timeout, ended, approved) => {
    const stage = await stageOf({ timeout: '1 hour', on_timeout });
    const job = await again(stage);
    await settle();
    const approval = await approvalOf(stage, job);
    const later = 3_600_000 + 5_000;
    const clock = { now: () => new Date(Date.now() + later) };
    const late = { ...database.current.context, clock };
    const timedOut = 'This approval timed out.';
    await expect(decide(stage, approval, 'approved', undefined, late)).rejects.toThrow(timedOut);
    await go(await current(job), { later: () => later });
    expect(await row(job)).toMatchObject(ended);
    if (approved !== undefined)
      expect((await outputs(job)).ask).toEqual({ approved, by: null, comment: null });
    // A process whose clock is slow must not decide what has timed out.
    await expect(decide(stage, approval)).rejects.toThrow(timedOut);
    expect(await approvalOf(stage, job)).toMatchObject({ status: 'timed_out', decidedBy: null });
  });

  test('cancelling the run cancels the approval, and a retry asks again', async () => {
    const stage = await stageOf({ on_timeout: 'fail', timeout: '1 hour' });
    const { context } = database.current;
    const cancelled = await again(stage);
    await settle();
    await cancelRun(context, operator, cancelled, undefined);
    await expect(decide(stage, await approvalOf(stage, cancelled))).rejects.toThrow(
      'This approval was cancelled.',
    );
    const failed = await again(stage);
    await settle();
    await go(await current(failed), { later: () => 3_605_000 });
    const { run } = await retryRun(context, operator, failed, { from: 'failed step', repeatCalls: false });
    await settle();
    const retried = { ...failed, run };
    expect(await approvalOf(stage, retried)).toMatchObject({ status: 'pending' });
    await decide(stage, await approvalOf(stage, retried));
    await settle();
    expect(await row(retried)).toMatchObject({ status: 'succeeded' });
  });

  test('a decision for an owner who is inactive is kept until they are active again', async () => {
    const stage = await stageOf();
    const { context } = database.current;
    const job = await again(stage);
    await settle();
    await buildAdministrator(stage);
    const { email } = stage.owner;
    const setActive = (active: boolean) =>
      changing(context, stage.workspace.id, (change) => saveUser(change, { email, active }));
    await setActive(false);
    await decide(stage, await approvalOf(stage, job));
    await settle();
    expect(await row(job)).toMatchObject({ status: 'waiting' });
    await setActive(true);
    await resumeRuns(doors.dispatch(), 100);
    await settle();
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['an unknown email', { by: 'nobody@example.test' }, 'ask: There is no user nobody@example.test'],
    ['nobody', { by: '{{ __data.none }}' }, 'ask: by: must be an email, a list of 1 to 20 emails, or'],
    ['a title that is too long', { title: '{{ __data.long }}' }, 'ask: title: must be a text of 1 to 200'],
  ])('%s fails the step', async (_, rest, message) => {
    const job = await again(await stageOf(rest), { long: 'x'.repeat(201), none: null });
    await settle();
    expect((await row(job)).error).toContain(message);
  });

  test('a process that dies at any point asks once, and its effects happen once', async () => {
    const stage = await stageOf({}, [create]);
    const { context } = database.current;
    const survive = async (context: Context) => {
      await settle(context).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      // What the dead process had taken is overdue now.
      await sql(
        "update runs set sent_at = null, status = 'queued' where workspace_id = $1 and status in ('queued', 'running')",
        [stage.workspace.id],
      );
      await settle();
    };
    for (const at of [1, 2, 3]) {
      for (const moment of ['before', 'after'] as const) {
        const before = await leadsOf(stage);
        const job = await again(stage);
        await survive(killedAt(context, at, moment));
        const asked = (await approvalsIn(stage)).filter(({ run }) => run === job.run);
        expect(asked, `${moment} ${at}`).toHaveLength(1);
        await decide(stage, asked[0] as Approval);
        await survive(killedAt(context, at, moment));
        expect(await row(job), `${moment} ${at}`).toMatchObject({ status: 'succeeded' });
        expect(await leadsOf(stage), `${moment} ${at}`).toBe(before + 1);
        expect(await paths(job)).toEqual(['ask succeeded', 'lead succeeded']);
      }
    }
  });

  test('ten thousand pending approvals cost rows only', async () => {
    const stage = await stageOf();
    const job = await again(stage);
    await settle();
    const approval = await approvalOf(stage, job);
    await sql(
      `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, due_at, is_awaited, input)
       select workspace_id, gen_random_uuid(), workflow_id, workflow_version, status, accepted_at, due_at, false, input
       from runs, generate_series(1, 9999) where id = $1`,
      [job.run],
    );
    await sql(
      `insert into approvals (workspace_id, run_id, path, workflow_id, title, text, user_ids, on_timeout, created_at, expires_at)
       select a.workspace_id, r.id, a.path, a.workflow_id, a.title, a.text, a.user_ids, a.on_timeout, a.created_at, a.expires_at
       from approvals a join runs r on r.workspace_id = a.workspace_id and r.id <> a.run_id
       where a.run_id = $1 and r.status = 'waiting'`,
      [job.run],
    );
    const { context } = database.current;
    const page = { status: 'pending', isDecidable: true, start: 0, limit: 50 } as const;
    const listed = await listApprovals(context, ownerOf(stage), page);
    expect([listed.total, listed.approvals.length]).toEqual([10_000, 50]);
    expect(await takeQueued(doors.dispatch(), { now: new Date(), most: 100 })).toEqual([]);
    await decide(stage, approval);
    await settle();
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
  });

  test('each person who can decide gets one email, also if the mail server is busy at first', async () => {
    const stage = await stageOf({
      title: 'Give Lea\r\nBcc: evil@example.test\r\n\r\nYour session has expired.',
    });
    const { context } = database.current;
    const { workspace } = stage;
    const off = await buildAdministrator(stage);
    await changing(context, workspace.id, (change) => saveUser(change, { email: off.email, active: false }));
    const second = await buildAdministrator(stage);
    const job = await again(stage);
    await settle();
    const { id } = await approvalOf(stage, job);
    const { arrived, url } = await startMailServer({ refuse: [{ code: 451, at: 'data' }] });
    const mailer = createMailer({ url: new Secret(url), from: 'hark@example.test' });
    const notify = (later = 0) => {
      const clock = { now: () => new Date(Date.now() + later) };
      return notifyDeciders(database.current.upkeep, { db: context.db, clock }, mailer);
    };
    // Other tests leave approvals behind.
    await sql('update approvals set mail_due_at = null where id <> $1', [id]);
    const untold = (await Promise.all([notify(), notify()])).flat();
    expect(untold).toHaveLength(1);
    expect(await notify()).toEqual([]);
    expect(arrived).toEqual([]);
    expect(await notify(600_000)).toEqual([]);
    expect(await notify(1_200_000)).toEqual([]);
    expect(arrived.flatMap(({ to }) => to).sort()).toEqual([stage.owner.email, second.email].sort());
    for (const { raw } of arrived) {
      expect(raw).toContain(`${workspace.baseUrl}/approvals/${id}`);
      expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/m);
      expect(raw).toContain('\r\nGive Lea Bcc: evil@example.test Your session has expired.\r\n');
    }
  });

  test('an approval is deleted with its run', async () => {
    const stage = await stageOf();
    const job = await again(stage);
    await settle();
    await decide(stage, await approvalOf(stage, job));
    await settle();
    const old = "'2020-01-01T00:00:00Z'";
    await sql(`update runs set ended_at = ${old} where id = $1`, [job.run]);
    await purgeRuns(database.current.upkeep, { now: () => new Date(Date.now() + 400 * 86_400_000) });
    expect(await approvalsIn(stage)).toEqual([]);
  });
});
