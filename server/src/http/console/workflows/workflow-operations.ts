import { z } from 'zod';
import { previewDeletion } from '../../../core/runs/index.ts';
import { listActiveUsers } from '../../../core/users/index.ts';
import { changeWorkflowSettings, deleteWorkflowAs, viewWorkflow } from '../../../core/workflows/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { idParams, moment, operation } from '../operation.ts';
import { workflowName } from './list-operations.ts';

const maxCounted = 1_000;

export const writtenSteps = z.array(z.unknown()).max(1_000);

export const workflowOperations = [
  operation({
    method: 'GET',
    path: '/workflows/:id',
    act: 'workflows.view',
    params: idParams,
    answer: z.object({
      id: z.number(),
      name: z.string(),
      owner: z.object({ id: z.number(), name: z.string() }),
      enabled: z.boolean(),
      is_on: z.boolean(),
      version: z.number(),
      published_at: moment.nullable(),
      may_edit: z.boolean(),
      may_change_owner: z.boolean(),
      draft: z.object({
        revision: z.number(),
        steps: writtenSteps,
        is_changed: z.boolean(),
        base_version: z.number(),
        changed_at: moment.nullable(),
        changed_by: z.string().nullable(),
      }),
    }),
    handle: async ({ context, principal }, { params }) => {
      const found = await viewWorkflow(context, principal, params.id as WorkflowId);
      const { draft, may, isSwitchedOn, publishedAt, id, name, owner, enabled, version } = found;
      return {
        ...{ id, name, owner, enabled, version },
        is_on: isSwitchedOn,
        published_at: publishedAt?.toISOString() ?? null,
        may_edit: may.edit,
        may_change_owner: may.changeOwner,
        draft: {
          revision: draft.revision,
          steps: [...draft.steps],
          is_changed: draft.isChanged,
          base_version: draft.baseVersion,
          changed_at: draft.changedAt?.toISOString() ?? null,
          changed_by: draft.changedBy,
        },
      };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/workflows/:id',
    act: 'workflows.edit',
    params: idParams,
    body: z.strictObject({
      name: workflowName.optional(),
      enabled: z.boolean().optional(),
      owner: z.string().max(320).optional(),
    }),
    handle: (caller, { params, body }) => changeWorkflowSettings(caller, params.id as WorkflowId, body),
  }),
  operation({
    method: 'DELETE',
    path: '/workflows/:id',
    act: 'workflows.delete',
    params: idParams,
    handle: (caller, { params }) => deleteWorkflowAs(caller, params.id as WorkflowId),
  }),
  operation({
    method: 'GET',
    path: '/workflows/:id/what-stops',
    act: 'workflows.delete',
    params: idParams,
    answer: z.object({
      /** The number of unfinished runs, counted up to 1,000. */
      unfinished_runs: z.number(),
      started_by: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
    handle: async ({ context, principal }, { params }) => {
      const id = params.id as WorkflowId;
      const { unfinishedRuns, startedBy } = await previewDeletion(context, principal, id, maxCounted);
      return { unfinished_runs: unfinishedRuns, started_by: startedBy };
    },
  }),
  operation({
    method: 'GET',
    path: '/workflows/owners',
    act: 'workflows.change_owner',
    answer: z.object({
      users: z.array(z.object({ id: z.number(), name: z.string(), email: z.string(), role: z.string() })),
    }),
    handle: async ({ context, principal: { workspace } }) => ({
      users: await listActiveUsers(context, workspace.id),
    }),
  }),
];
