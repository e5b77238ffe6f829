import { z } from 'zod';
import { type ListedRun, runStatuses, type ViewedRun, type ViewedStep } from '../../../core/runs/index.ts';
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

export const viewedRun = listedRun.extend({
  /** Whether the user can cancel and retry the run. */
  may_control: z.boolean(),
  input: z.unknown(),
  steps: z.array(step),
  /** The cursor for the next steps, if there are more. */
  next: z.number().nullable(),
});

export const presentListed = (run: ListedRun): z.infer<typeof listedRun> => ({
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
});

const presentStep = ({ started_at, ended_at, attempts, ...rest }: ViewedStep): z.infer<typeof step> => ({
  ...rest,
  attempts: attempts.map((attempt) => ({ ...attempt })),
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

export const presentViewed = (run: ViewedRun, most: number): z.infer<typeof viewedRun> => ({
  ...presentListed(run),
  may_control: run.mayControl,
  input: run.input,
  steps: run.steps.slice(0, most).map(presentStep),
  next: run.steps.length > most ? (run.steps[most - 1]?.position ?? null) : null,
});
