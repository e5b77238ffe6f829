import type { WorkflowId } from '../../../lib/ids.ts';
import { type Act, acts, findPrincipal, may, type Principal, permissions } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { selectListener } from '../../listeners/index.ts';
import { listSecrets } from '../../secrets/index.ts';
import { type StepWarning, type Surroundings, warnSteps } from '../compile/warn-steps.ts';
import { findWorkflow } from '../read-workflows.ts';
import { selectWorkflow } from '../workflow-store.ts';

/** Returns everything that could keep these steps from working once they are published in this workflow. */
export function warnWorkflow(
  { db, key }: Context,
  principal: Principal,
  id: WorkflowId,
  { steps, hasMail }: { readonly steps: readonly unknown[]; readonly hasMail: boolean },
): Promise<StepWarning[]> {
  const workspace = principal.workspace.id;
  return db.read(workspace, async (transaction) => {
    const workflow = await findWorkflow(transaction, principal, id, 'workflows.view');
    const stored = await selectWorkflow(transaction, workspace, id);
    const listener = await selectListener(transaction, workspace, id, key);
    const secrets = await listSecrets(transaction, workspace);
    const owner = await findPrincipal(transaction, workspace, workflow.owner.id, principal.means);
    const around: Surroundings = {
      hasMail,
      secrets: new Set(secrets.map(({ name }) => name)),
      respondsWith: listener?.openSettings().respond_with,
      owner: {
        name: workflow.owner.name,
        lacks: (act) => (owner ? lackingPermission(owner, act) : undefined),
      },
    };
    return [
      ...warnTriggers(stored?.enabled ?? false, workflow.owner.name, owner !== undefined),
      ...warnSteps(steps, around),
    ];
  });
}

function lackingPermission(owner: Principal, act: Act): string | undefined {
  const requirement = acts[act];
  if (may(owner, act) || typeof requirement === 'string') return undefined;
  const { group, label } = permissions[requirement.permission];
  return `“${group} → ${label}”`;
}

/** Warns if nothing can start the workflow. Its listener is enabled and disabled with it. */
function warnTriggers(isEnabled: boolean, owner: string, isActive: boolean): StepWarning[] {
  const off = {
    code: 'disabled',
    path: [],
    message: 'The workflow is disabled, so nothing can start it.',
  } as const;
  const message = `The owner, ${owner}, is deactivated, so the webhook rejects requests and runs wait.`;
  return [...(isEnabled ? [] : [off]), ...(isActive ? [] : [{ code: 'owner', path: [], message } as const])];
}
