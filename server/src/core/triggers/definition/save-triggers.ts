import { isDeepStrictEqual } from 'node:util';
import { HarkError, isRefusal } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import { type FieldSet, readFieldSet } from '../../lead-fields/index.ts';
import { readFilter } from '../../leads/index.ts';
import { selectSettings } from '../../workspaces/index.ts';
import type { LeadTrigger, Trigger } from '../trigger.ts';
import { nextTime, nextTimes } from './schedule-times.ts';
import type { WantedTrigger } from './trigger-schema.ts';
import { replaceTriggers, type StoredTrigger, selectTriggers } from './trigger-store.ts';

/** An error in one of the triggers that shows only once the workspace is known, with its path below `triggers`. */
export class TriggerProblem extends HarkError {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super('invalid', 'bad_trigger', message);
    this.path = path;
  }
}

/** A trigger as files and the console show it: with every default, and the next times of a schedule. */
export type ShownTrigger = Trigger & { readonly next_times?: readonly string[] };

/**
 * Replaces a workflow's triggers, or leaves them alone if `wanted` is undefined (spec/triggers §1.1). A schedule that
 * doesn't change keeps its next time; a new one starts with the first time after the change.
 */
export async function saveTriggers(
  change: Change,
  workflow: { readonly id: WorkflowId; readonly name: string },
  wanted: readonly WantedTrigger[] | undefined,
): Promise<ShownTrigger[]> {
  const { transaction, workspace, clock } = change;
  const present = await selectTriggers(transaction, workspace, workflow.id);
  const now = clock.now();
  if (wanted === undefined) return present.map(({ trigger }) => showTrigger(trigger, now));
  const triggers = await completeTriggers(change, wanted);
  const before = present.map(({ trigger }) => trigger);
  if (!isDeepStrictEqual(before, triggers)) {
    const stored = triggers.map((trigger) => ({ trigger, dueAt: dueAtOf(trigger, present, now) }));
    await replaceTriggers(transaction, workspace, workflow.id, stored);
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'workflow', id: workflow.id, name: workflow.name },
      old: { triggers: before },
      new: { triggers },
    });
  }
  return triggers.map((trigger) => showTrigger(trigger, now));
}

/** Fills in the workspace's time zone, and checks fields and filters against the workspace's fields. */
async function completeTriggers(
  { transaction, workspace }: Change,
  wanted: readonly WantedTrigger[],
): Promise<Trigger[]> {
  if (wanted.length === 0) return [];
  const [{ timezone: zone }, fields] = await Promise.all([
    selectSettings(transaction, workspace),
    readFieldSet(transaction, workspace),
  ]);
  return wanted.map((trigger, index) => {
    if (trigger.type === 'manual') return trigger;
    if (trigger.type === 'schedule') return { ...trigger, timezone: trigger.timezone ?? zone };
    checkLeadTrigger(trigger, fields, index);
    return trigger;
  });
}

function checkLeadTrigger(trigger: LeadTrigger, { byAlias }: FieldSet, index: number): void {
  for (const [position, alias] of (trigger.fields ?? []).entries()) {
    if (!byAlias.has(alias))
      throw new TriggerProblem([index, 'fields', position], `there is no field "${alias}".`);
  }
  try {
    readFilter(trigger.filters, trigger.match, byAlias);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new TriggerProblem([index, 'filters'], error.message.replace(/^filters: /, ''));
  }
}

function dueAtOf(trigger: Trigger, present: readonly StoredTrigger[], now: Date): Date | null {
  if (trigger.type !== 'schedule') return null;
  const same = present.find((stored) => isDeepStrictEqual(stored.trigger, trigger));
  return same ? same.dueAt : (nextTime(trigger, now) ?? null);
}

export function showTrigger(trigger: Trigger, now: Date): ShownTrigger {
  if (trigger.type !== 'schedule') return trigger;
  return { ...trigger, next_times: nextTimes(trigger, now).map((time) => time.toISOString()) };
}
