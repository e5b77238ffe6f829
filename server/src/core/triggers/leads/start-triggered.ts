import { namedUuid7 } from '../../../lib/crypto/uuid7.ts';
import { isRefusal } from '../../../lib/errors.ts';
import type { RunId, UserId, WorkflowId } from '../../../lib/ids.ts';
import { may } from '../../access/index.ts';
import type { RelayedEvents, ShownEvent } from '../../event-feed/index.ts';
import type { LeadEventData, LeadEventType } from '../../events/index.ts';
import { insertStarted, runLimits, startedInput } from '../../runs/index.ts';
import { type ActiveTrigger, selectActiveTriggers } from './lead-trigger-store.ts';

/** Starts the runs of lead triggers (spec/triggers §3). */
export async function startTriggered(relayed: RelayedEvents): Promise<void> {
  const starting = relayed.events.filter(isStarting);
  if (starting.length === 0) return;
  const triggers = await selectActiveTriggers(relayed.transaction, relayed.workspace);
  for (const event of starting) await startRuns(relayed, event, triggers);
}

type LeadEvent = ShownEvent & {
  readonly type: LeadEventType;
  readonly lead: NonNullable<ShownEvent['lead']>;
};

const isStarting = (event: ShownEvent): event is LeadEvent => event.startsTriggers && event.lead !== null;

/**
 * Starts at most one run of each workflow with a matching trigger (spec/triggers §3.3), one level deeper than the run
 * that caused the event (spec/triggers §1.4).
 */
async function startRuns(
  { transaction, workspace, now, logger, isMatch }: RelayedEvents,
  event: LeadEvent,
  triggers: readonly ActiveTrigger[],
): Promise<void> {
  const matching = triggers.filter((one) => isStartedBy(one, event) && isMatch(one.trigger, event.lead));
  const workflows = new Set(matching.map(({ workflow }) => workflow));
  if (workflows.size === 0) return;
  const depth = event.run === null ? 0 : (event.depth ?? 0) + 1;
  const input = inputOf(event);
  for (const workflow of workflows) {
    const facts = { workspace_id: workspace, workflow_id: workflow, lead_id: event.lead.id };
    if (depth > runLimits.depth) logger.warn(facts, 'trigger loop stopped');
    else if (input === undefined) logger.warn(facts, 'lead too large to start a workflow');
    else
      await insertStarted(transaction, workspace, {
        ...{ id: runIdOf(event, workflow), workflow, input, now, depth, trigger: event.type },
        ...{ owner: null, trace: null, startedBy: event.run, isSent: false },
      });
  }
}

/**
 * Type and fields must match (spec/triggers §3.1), and the owner must be able to view the lead as it is in the event
 * (spec/triggers §3.3).
 */
function isStartedBy({ trigger, owner }: ActiveTrigger, { type, lead, data }: LeadEvent): boolean {
  if (trigger.type !== type) return false;
  const changes = data.changes as LeadEventData['changes'];
  if (trigger.fields && !changes.some(({ field }) => trigger.fields?.includes(field))) return false;
  const leadOwner = typeof lead.owner_id === 'number' ? (lead.owner_id as UserId) : null;
  return may(owner, 'leads.view', leadOwner);
}

/** What the run reads (spec/triggers §3.2), or undefined if it is too large for a run. */
function inputOf({ type, data }: LeadEvent): string | undefined {
  try {
    return startedInput(data, type);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The same event starts the same run. Runs of one lead sort in the order of its changes. */
const runIdOf = ({ at, id, uid }: LeadEvent, workflow: WorkflowId): RunId =>
  namedUuid7(at.getTime(), `event ${uid} ${workflow}`, id) as RunId;
