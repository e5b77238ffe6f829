import { z } from 'zod';
import type { WorkflowName } from '../../core/workflows/index.ts';
import type { RunId, WorkflowId } from '../../lib/ids.ts';

export const workflow = z
  .union([z.string().min(1).max(200), z.int().min(1)])
  .describe('Name or id of the workflow, as in list_workflows.')
  .transform((value): WorkflowName => (typeof value === 'string' ? value : (value as WorkflowId)));

export const isRunId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const runId = z
  .string()
  .regex(isRunId, 'must be the id of a run, such as 019a8b3c-0000-7000-8000-000000000000')
  .describe('Id of the run, as in list_runs or the X-Run-Id header.')
  .transform((value) => value.toLowerCase() as RunId);
