import type { Context } from '../../../core/context/index.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { mayIn, type RunContext } from '../run-context.ts';
import { LeadSteps } from './lead-steps.ts';

export interface StepTools {
  readonly context: Context;
  readonly runContext: RunContext;
  readonly transaction: Transaction;
  readonly leads: LeadSteps;
}

/** Creates the tools that step handlers use. `onLead` is called for each lead that a step finds or creates. */
export function createStepTools(
  context: Context,
  runContext: RunContext,
  { transaction, onLead }: { readonly transaction: Transaction; readonly onLead?: (lead: LeadId) => void },
): StepTools {
  const { workspace, user, means } = runContext.principal;
  const leads = new LeadSteps(
    runContext,
    {
      transaction,
      workspace: workspace.id,
      actor: { user, means, origin: null },
      clock: context.clock,
      fields: runContext.fields,
      may: mayIn(runContext),
      runsAs: user.name,
      defaultOwner: user.id,
      endsTransaction: false,
    },
    onLead,
  );
  return { context, runContext, transaction, leads };
}
