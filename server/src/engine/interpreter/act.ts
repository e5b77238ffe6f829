import type { Context } from '../../core/context/index.ts';
import type { LeadChange } from '../../core/leads/index.ts';
import { readWorkflowName, saveAnswer, startRun } from '../../core/runs/index.ts';
import type { RenderScope } from '../../core/templating/index.ts';
import type { CompiledTree } from '../../core/workflows/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { LeadId } from '../../lib/ids.ts';
import { LeadSteps } from './lead-steps.ts';
import { readAnswer } from './respond-step.ts';
import { mayIn, type RunWorld } from './run-world.ts';
import type { Act, LeafStep } from './walk.ts';

/** A transaction in which steps are done. */
interface Scene {
  readonly transaction: Transaction;
  /** Told of each lead that a step has found or made. */
  readonly onLead?: (lead: LeadId) => void;
}

/** Does steps in a transaction, as the owner of the workflow. */
export function createAct(context: Context, world: RunWorld, { transaction, onLead }: Scene): Act {
  const { workspace, user, means } = world.principal;
  const change: LeadChange = {
    transaction,
    workspace: workspace.id,
    actor: { user, means, origin: null },
    clock: context.clock,
    fields: world.fields,
    may: mayIn(world),
    runsAs: user.name,
    defaultOwner: user.id,
    isWhole: false,
  };
  const leads = new LeadSteps(world, change, onLead);

  return async (step, scope, reportInput) => {
    const inputs = renderInputs(step, scope);
    reportInput(inputs.shown);
    const { match = {}, fields = {} } = inputs.value as Record<string, Record<string, unknown>>;
    switch (step.type) {
      case 'lead.create':
        return { output: await leads.create(fields) };
      case 'lead.update':
        return { output: await leads.update(match, fields) };
      case 'lead.upsert':
        return { output: await leads.upsert(match, fields) };
      case 'lead.find':
        return { output: await leads.find(match) };
      case 'lead.delete':
        return { output: await leads.delete(match) };
      case 'set':
        return { output: inputs.value.values };
      case 'workflow.start': {
        const { job, run, principal } = world;
        const started = await startRun({ transaction, clock: context.clock }, principal, {
          workflow: readWorkflowName(inputs.value.workflow),
          data: inputs.value.data,
          needs: ['runs.start'],
          isSent: false,
          startedBy: { run: job.run, depth: run.depth, trace: run.trace },
        });
        return { output: { run_id: started.run } };
      }
      case 'respond': {
        const { answer, warnings } = readAnswer(inputs.value as Parameters<typeof readAnswer>[0]);
        const sent = await saveAnswer(context, transaction, world.job, answer);
        return { output: { sent, ...(warnings.length > 0 && { warnings }) } };
      }
    }
  };
}

type Rendered = Record<'value' | 'shown', Record<string, unknown>>;

/** Renders the fields of a step under their own names. */
function renderInputs(step: LeafStep, scope: RenderScope): Rendered {
  const rendered: Rendered = { value: Object.create(null), shown: Object.create(null) };
  for (const [name, tree] of Object.entries(fieldsOf(step))) {
    if (!tree) continue;
    const { value, shown } = tree.render(scope);
    rendered.value[name] = value;
    rendered.shown[name] = shown;
  }
  return rendered;
}

function fieldsOf(step: LeafStep): Record<string, CompiledTree | undefined> {
  switch (step.type) {
    case 'lead.create':
      return { fields: step.fields };
    case 'lead.update':
    case 'lead.upsert':
      return { match: step.match, fields: step.fields };
    case 'lead.find':
    case 'lead.delete':
      return { match: step.match };
    case 'set':
      return { values: step.values };
    case 'workflow.start':
      return { workflow: step.workflow, data: step.data };
    case 'respond':
      return { status: step.status, headers: step.headers, body: step.body, redirect: step.redirect };
  }
}
