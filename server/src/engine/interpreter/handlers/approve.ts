import {
  askForApproval,
  findStoredApproval,
  type OnTimeout,
  updateOutcome,
} from '../../../core/approvals/index.ts';
import type { StepRow } from '../../../core/runs/index.ts';
import { isRecord } from '../../../lib/json.ts';
import type { StepHandler } from './step-handler.ts';
import type { StepTools } from './step-tools.ts';

export const handleApprove: StepHandler<'approve'> = {
  kind: 'park',
  async start({ settings }, { title, text, by }, { transaction, runContext }, { path, since, until }) {
    const { job, run } = runContext;
    // A role's name is used as written, because only emails can be templates.
    const deciders = isRecord(settings.by) ? settings.by : by;
    const approval = await askForApproval(
      transaction,
      job.workspace,
      { title, text, by: deciders },
      {
        run: job.run,
        step: path,
        workflow: run.workflow.id,
        onTimeout: settings.on_timeout,
        createdAt: since,
        expiresAt: until,
      },
    );
    return { approval };
  },
  async look({ approval }, { context, transaction, runContext }) {
    const { workspace } = runContext.job;
    const found =
      approval && (await findStoredApproval(transaction, workspace, approval, context.clock.now()));
    if (!found || (found.status !== 'approved' && found.status !== 'rejected')) return undefined;
    return { output: outputOf(found.status === 'approved', found.decidedBy, found.comment) };
  },
  async expire({ settings }, row, tools) {
    const outcome: OnTimeout = settings.on_timeout;
    if (outcome === 'fail') return undefined;
    await endUndecided(row, tools);
    return { output: outputOf(outcome === 'approve', null, null) };
  },
  lateMessage: () => 'Nobody decided in time.',
  abandon: endUndecided,
  rehearsed: outputOf(true, null, null),
};

function outputOf(approved: boolean, by: unknown, comment: string | null) {
  return { approved, by, comment };
}

async function endUndecided({ approval }: StepRow, { context, transaction, runContext }: StepTools) {
  const decision = { outcome: 'timed_out', at: context.clock.now(), by: null, comment: null } as const;
  if (approval) await updateOutcome(transaction, runContext.job.workspace, approval, decision);
}
