import { expect, test } from 'vitest';
import { saveDraft } from '../../src/core/workflows/index.ts';
import type { WorkflowId } from '../../src/lib/ids.ts';
import { testActor } from '../harness/builders.ts';
import { harkAt } from '../harness/hark-process.ts';
import { useRuns } from '../runs/run-actions.ts';

const { database, accepted, again, go } = useRuns();

const steps = (status: string) => [{ name: 'reply', type: 'respond', status, body: { ok: true } }];

test('`workflow shadow` prints what would change, and ends with 3 if anything does (spec/shadow §4.2)', async () => {
  const { stage, job } = await accepted(steps('200'), { status: 201 });
  const other = await again(stage, {});
  for (const one of [job, other]) await go(one);
  const { context, workspace, owner } = stage;
  const shadow = (...more: string[]) =>
    harkAt(database.current, 'workflow', 'shadow', 'Under test', '--workspace', workspace.baseUrl, ...more);
  expect(await shadow()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 requests: 2 the same, 0 different, 0 incomplete'),
  });
  const principal = {
    workspace,
    user: owner,
    role: { name: 'Everything', isAdmin: true, permissions: {} },
    means: { type: 'console' },
  };
  await saveDraft({ context, principal, actor: testActor } as never, stage.workflow as WorkflowId, {
    revision: 0,
    baseVersion: 1,
    steps: steps('{{ __data.status ?? 200 }}'),
  });
  const { code, stdout } = await shadow();
  expect(code).toBe(3);
  expect(stdout).toContain(`different  run ${job.run}`);
  expect(stdout).toContain('  respond.status: 200 → 201\n');
  expect(stdout).toContain('2 requests: 1 the same, 1 different, 0 incomplete');
  const json = await shadow('--requests', '1', '--json');
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([0, { requests: 1, same: 1, runs: [] }]);
  expect(await shadow('--requests', '1001')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--requests'),
  });
});
