import type { Context } from '../../../core/context/index.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { mayIn, type RunContext } from '../run-context.ts';
import { LeadSteps } from './lead-steps.ts';

export interface StepTools {
  readonly context: Context;
  readonly world: RunContext;
  readonly transaction: Transaction;
  readonly leads: LeadSteps;
}

/** `onLead` is called for each lead that a step finds or creates. */
export function createStepTools(
  context: Context,
  world: RunContext,
  { transaction, onLead }: { readonly transaction: Transaction; readonly onLead?: (lead: LeadId) => void },
): StepTools {
  const { workspace, user, means } = world.principal;
  const leads = new LeadSteps(
    world,
    {
      transaction,
      workspace: workspace.id,
      actor: { user, means, origin: null },
      clock: context.clock,
      fields: world.fields,
      may: mayIn(world),
      runsAs: user.name,
      defaultOwner: user.id,
      endsTransaction: false,
    },
    onLead,
  );
  return { context, world, transaction, leads };
}
