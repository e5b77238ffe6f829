import { z } from 'zod';
import { listWithRuns, runStatuses } from '../../../core/runs/index.ts';
import { createWorkflow, duplicateWorkflow, starterNames } from '../../../core/workflows/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const maxListed = 100;
const recentRuns = 20;

/** The same rule as in `hark apply`. */
export const workflowName = z.string().trim().min(1, 'Enter a name.').max(200);

export const recentRun = z.object({
  id: z.string(),
  status: z.enum(runStatuses),
  accepted_at: moment,
  /** Whether it failed and was retried. */
  is_retried: z.boolean(),
});

export const presentRecent = ({
  id,
  status,
  accepted_at,
  is_retried,
}: Awaited<ReturnType<typeof listWithRuns>>[number]['runs'][number]): z.infer<typeof recentRun> => ({
  id,
  status,
  is_retried,
  accepted_at: accepted_at.toISOString(),
});

/** Every workflow has a webhook, so triggers that someone added say more. People start any workflow by hand. */
const triggerKinds = ['schedule', 'lead', 'webhook', 'manual'] as const;

/** Returns what can start a workflow, what says most about it first. All lead triggers are one kind. */
const kindsOf = ({ has_listener, trigger_types }: Awaited<ReturnType<typeof listWithRuns>>[number]) =>
  triggerKinds.filter((kind) =>
    kind === 'webhook' ? has_listener : trigger_types.some((type) => type.startsWith(kind)),
  );

export const listOperations = ({ mailer }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/workflows',
    act: 'workflows.view',
    query: z.strictObject({
      search: z.string().max(200).default(''),
      after: z.string().max(200).default(''),
    }),
    answer: z.object({
      total: z.number(),
      workflows: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          owner: z.object({ id: z.number(), name: z.string(), is_active: z.boolean() }),
          enabled: z.boolean(),
          version: z.number(),
          published_at: moment.nullable(),
          has_draft: z.boolean(),
          /** What can start it. */
          triggers: z.array(z.enum(triggerKinds)),
          runs: z.array(recentRun),
        }),
      ),
    }),
    handle: async ({ context, principal }, { query }) => {
      const params = { ...query, most: maxListed, maxRuns: recentRuns };
      const found = await listWithRuns(context, principal, params);
      return {
        total: found[0]?.total ?? 0,
        workflows: found.map((workflow) => ({
          id: workflow.id,
          name: workflow.name,
          owner: { id: workflow.owner_id, name: workflow.owner_name, is_active: workflow.owner_active },
          enabled: workflow.enabled,
          version: workflow.version,
          published_at: workflow.published_at?.toISOString() ?? null,
          has_draft: workflow.has_draft,
          triggers: kindsOf(workflow),
          runs: workflow.runs.map(presentRecent),
        })),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/workflows',
    act: 'workflows.create',
    body: z.strictObject({ name: workflowName, starter: z.enum(starterNames).default('blank') }),
    answer: z.object({ id: z.number() }),
    handle: async (caller, { body }) => ({
      id: await createWorkflow(caller, { ...body, hasMail: mailer !== undefined }),
    }),
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/copies',
    act: 'workflows.create',
    params: idParams,
    body: z.strictObject({ name: workflowName }),
    answer: z.object({ id: z.number() }),
    handle: async (caller, { params, body }) => ({
      id: await duplicateWorkflow(caller, params.id as WorkflowId, body.name),
    }),
  }),
];
