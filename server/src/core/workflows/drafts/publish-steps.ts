import { describePath } from '../../../lib/describe-issue.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import { raiseListenerVersion } from '../../listeners/index.ts';
import { languageVersion } from '../../templating/index.ts';
import type { StepProblem } from '../compile/compile-tree.ts';
import { checkWorkflow } from '../compile/compile-workflow.ts';
import { lockUsedConnections } from '../compile/connection-uses.ts';
import type { Workflow } from '../workflow.ts';
import { insertVersion } from '../workflow-store.ts';

/** The error for steps that can't be published, with one problem on each line. */
export const stepsRefused = (problems: readonly StepProblem[]): HarkError =>
  new HarkError(
    'invalid',
    'steps_refused',
    problems.map(({ path, message }) => `${describePath(['steps', ...path])}: ${message}`).join('\n'),
    { field: 'steps' },
  );

/** Publishes steps as a workflow's next version (spec/runs §1.1). Throws if the steps don't compile. */
export async function publishSteps(
  { transaction, workspace, actor, clock }: Change,
  { id, publishedVersion }: Workflow,
  steps: readonly unknown[],
): Promise<void> {
  const checked = checkWorkflow(steps);
  if (!checked.ok) throw stepsRefused(checked.problems);
  const missing = await lockUsedConnections({ transaction, workspace }, steps);
  if (missing.length > 0) throw stepsRefused(missing);
  await insertVersion(transaction, workspace, id, {
    number: publishedVersion,
    steps: JSON.stringify(steps),
    language: languageVersion,
    readsRaw: checked.workflow.readsRaw,
    publishedAt: clock.now(),
    publishedBy: actor.user?.name ?? null,
  });
  await raiseListenerVersion(transaction, workspace, id);
}
