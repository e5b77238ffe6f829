import { z } from 'zod';
import {
  type BrowsedRun,
  runStatuses,
  triggers,
  type ViewedRun,
  type ViewedStep,
} from '../../../core/runs/index.ts';
import type { OutlinedStep } from '../../../core/workflows/index.ts';
import { moment } from '../operation.ts';

export const listedRun = z.object({
  id: z.string(),
  status: z.enum(runStatuses),
  workflow: z.object({ id: z.number(), name: z.string().nullable(), version: z.number() }),
  accepted_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  due_at: moment.nullable(),
  error: z.string().nullable(),
  retry_of: z.string().nullable(),
  retried_as: z.string().nullable(),
  /** The run that started this run with one of its steps. */
  started_by: z.string().nullable(),
  trigger: z.enum(triggers),
  /** One line about the trigger data: an email address, or the first value. */
  summary: z.string().nullable(),
  /** The lead that the run is about, if the user can see it. */
  lead: z.object({ id: z.number(), name: z.string() }).nullable(),
  attempts: z.number(),
  /** The current step of an unfinished run. */
  step: z
    .object({
      name: z.string(),
      type: z.string(),
      attempts: z.number(),
      max_attempts: z.number().nullable(),
      next_at: z.string().nullable(),
    })
    .nullable(),
  /** What the other server said about a failed call, in its own words. */
  message: z.string().nullable(),
  /** Whether the user can cancel and retry the run. */
  may_control: z.boolean(),
  /** How many failures the run's steps handled. */
  warnings: z.number(),
});

const step = z.object({
  position: z.number(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(['running', 'waiting', 'succeeded', 'failed']),
  started_at: moment,
  ended_at: moment.nullable(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.string().nullable(),
  /** Whether the run continued although the step failed. */
  handled: z.boolean(),
  /** The run that the step called. */
  called_run: z.string().nullable(),
  /** The approval that the step asked for. */
  approval_id: z.number().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      ms: z.number().optional(),
      status: z.number().optional(),
      error: z.string().optional(),
      next_at: z.string().optional(),
      interrupted: z.literal(true).optional(),
    }),
  ),
});

/** A version's steps as written, from top to bottom. The steps inside a disabled step aren't listed. */
export const outline = z.array(
  z.object({ name: z.string(), type: z.string(), is_disabled: z.boolean(), depth: z.number() }),
);

export const presentOutline = (steps: readonly OutlinedStep[]): z.infer<typeof outline> =>
  steps.map(({ name, type, isDisabled, depth }) => ({ name, type, is_disabled: isDisabled, depth }));

export const viewedRun = listedRun.extend({
  /** The workflow's owner. The run works with this user's permissions. */
  runs_as: z.string().nullable(),
  /** The ID of the request that started the run, if one did and the user can see it. */
  request: z.string().nullable(),
  /** The status of each run that this one is linked to, if the user can see it. */
  related: z.array(z.object({ id: z.string(), status: z.enum(runStatuses) })),
  input: z.unknown(),
  /** What the run's `return` step returned. */
  result: z.unknown(),
  steps: z.array(step),
  outline,
  /** The cursor for the next steps, if there are more. */
  next: z.number().nullable(),
});

export const presentListed = (run: BrowsedRun): z.infer<typeof listedRun> => ({
  id: run.id,
  status: run.status,
  workflow: run.workflow,
  accepted_at: run.acceptedAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  ended_at: run.endedAt?.toISOString() ?? null,
  due_at: run.dueAt?.toISOString() ?? null,
  error: run.error,
  retry_of: run.retryOf,
  retried_as: run.retriedAs,
  started_by: run.startedBy,
  trigger: run.trigger,
  summary: run.summary,
  lead: run.lead,
  attempts: run.attempts,
  step: run.step && {
    name: run.step.name,
    type: run.step.type,
    attempts: run.step.attempts,
    max_attempts: run.step.maxAttempts,
    next_at: run.step.nextAt,
  },
  message: run.message,
  may_control: run.mayControl,
  warnings: run.warnings,
});

const presentStep = ({ started_at, ended_at, attempts, ...rest }: ViewedStep): z.infer<typeof step> => ({
  ...rest,
  attempts: attempts.map((attempt) => ({ ...attempt })),
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

export const presentViewed = (
  run: ViewedRun,
  written: readonly OutlinedStep[],
  most: number,
): z.infer<typeof viewedRun> => ({
  ...presentListed(run),
  runs_as: run.runsAs,
  request: run.request,
  related: run.related.map(({ id, status }) => ({ id, status })),
  input: run.input,
  result: run.result,
  steps: run.steps.slice(0, most).map(presentStep),
  outline: presentOutline(written),
  next: run.steps.length > most ? (run.steps[most - 1]?.position ?? null) : null,
});
