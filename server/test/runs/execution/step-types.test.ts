// Step types behave as their definitions declare.
import { describe, expect, test } from 'vitest';
import { acts } from '../../../src/core/access/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { checkSteps, saveWorkflow, stepTypes } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { useRuns } from '../run-actions.ts';
import { nothing, resave, type Stage } from '../run-stage.ts';

const { accepted, again, go, steps } = useRuns();

const exampleOf = ({ type, example }: (typeof stepTypes)[number]) => ({ name: 'example', type, ...example });

describe.each(stepTypes)('the definition of $type (spec/runs §2.1)', (definition) => {
  test('has an example that can be saved', () => {
    expect(checkSteps([exampleOf(definition)])).toEqual([]);
  });

  test('declares every setting that its loops name as their items or variable', () => {
    const named = (definition.children ?? []).flatMap(({ loop }) => (loop ? [loop.items, loop.as] : []));
    expect(Object.keys(definition.settings)).toEqual(expect.arrayContaining(named));
  });
});

const allPermissions: Readonly<Record<string, unknown>> = {
  'leads.view': 'all',
  'leads.create': true,
  'leads.edit': 'all',
  'leads.delete': 'all',
  'workflows.view': 'all',
  'workflows.edit': 'all',
};

const withPermission = stepTypes.flatMap((definition) =>
  (definition.permissions ?? []).map((act) => ({ type: definition.type, act, definition })),
);

test.each(withPermission)('$type needs $act, as its definition declares', async ({ act, definition }) => {
  const { stage } = await accepted([
    { name: 'save', type: 'lead.create', fields: { email: '{{ __data.email }}' } },
  ]);
  await changing(stage.context, stage.workspace.id, async (change) => {
    await saveWorkflow(change, { name: 'Follow-up', owner: stage.owner.email, steps: [nothing] });
    // A workspace must keep an administrator.
    await saveUser(change, { email: 'other@acme.test', name: 'Other', role: 'Everything' });
  });
  await go(await again(stage, { email: 'known@acme.test' }));
  await resave(stage, { steps: [exampleOf(definition)] });

  const { permission } = acts[act] as { permission: string };
  const { [permission]: _, ...others } = allPermissions;
  const without = await outcomesWith(stage, others);
  expect(without).not.toEqual(await outcomesWith(stage, allPermissions));
});

/** Returns the step's results for an existing lead and a new one, if the owner has only these permissions. */
async function outcomesWith(stage: Stage, permissions: Readonly<Record<string, unknown>>): Promise<string[]> {
  await changing(stage.context, stage.workspace.id, async (change) => {
    await saveRole(change, { name: 'Some', permissions });
    await saveUser(change, { email: stage.owner.email, role: 'Some' });
  });
  const outcomes: string[] = [];
  for (const email of ['known@acme.test', 'new@acme.test']) {
    const job = await again(stage, { email });
    await go(job);
    const [step] = await steps(job);
    outcomes.push(step?.error ? 'failed' : step?.output === 'null' ? 'nothing' : 'done');
  }
  return outcomes;
}
