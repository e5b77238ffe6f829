import { z } from 'zod';
import {
  compareSteps,
  discardDraft,
  listVersions,
  publishDraft,
  saveDraft,
  viewVersion,
} from '../../../core/workflows/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { idParams, moment, operation } from '../operation.ts';
import { writtenSteps } from './workflow-operations.ts';

const maxVersions = 50;
const revision = z.int().min(0);

/** One side of a comparison: a published version (by number), the stored draft, or the steps in the request. */
const source = z.union([z.int().positive(), z.literal('draft'), writtenSteps]);

export const draftOperations = [
  operation({
    method: 'PUT',
    path: '/workflows/:id/draft',
    act: 'workflows.edit',
    params: idParams,
    body: z.strictObject({ revision, base_version: z.int().min(0), steps: writtenSteps }),
    answer: z.object({ revision: z.number() }),
    handle: async (caller, { params, body }) => ({
      revision: await saveDraft(caller, params.id as WorkflowId, {
        revision: body.revision,
        baseVersion: body.base_version,
        steps: body.steps,
      }),
    }),
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/draft/discard',
    act: 'workflows.edit',
    params: idParams,
    body: z.strictObject({ revision }),
    answer: z.object({ revision: z.number() }),
    handle: async (caller, { params, body }) => ({
      revision: await discardDraft(caller, params.id as WorkflowId, body.revision),
    }),
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/publish',
    act: 'workflows.edit',
    params: idParams,
    body: z.strictObject({ revision, version: z.int().min(0), switch_on: z.boolean().default(false) }),
    answer: z.object({ version: z.number() }),
    handle: async (caller, { params, body: { switch_on: switchOn, ...seen } }) => ({
      version: await publishDraft(caller, params.id as WorkflowId, seen, { switchOn }),
    }),
  }),
  operation({
    method: 'GET',
    path: '/workflows/:id/versions',
    act: 'workflows.view',
    params: idParams,
    query: z.strictObject({ before: z.coerce.number().int().positive().max(2_000_000_000).optional() }),
    answer: z.object({
      versions: z.array(
        z.object({ number: z.number(), published_at: moment, published_by: z.string().nullable() }),
      ),
    }),
    handle: async ({ context, principal }, { params, query }) => {
      const page = { before: query.before ?? 2_000_000_000, most: maxVersions };
      const found = await listVersions(context, principal, params.id as WorkflowId, page);
      return {
        versions: found.map(({ number, publishedAt, publishedBy }) => ({
          number,
          published_at: publishedAt.toISOString(),
          published_by: publishedBy,
        })),
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/workflows/:id/versions/:number',
    act: 'workflows.view',
    params: idParams.extend({ number: z.coerce.number().int().positive().max(2_000_000_000) }),
    answer: z.object({ steps: writtenSteps }),
    handle: async ({ context, principal }, { params }) => ({
      steps: [...(await viewVersion(context, principal, params.id as WorkflowId, params.number))],
    }),
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/compare',
    act: 'workflows.view',
    params: idParams,
    body: z.strictObject({ from: source, to: source }),
    answer: z.object({
      differences: z.array(
        z.object({
          kind: z.enum(['added', 'removed', 'changed', 'moved']),
          name: z.string(),
          old_name: z.string().nullable(),
          type: z.string(),
          place: z.string(),
          fields: z.array(
            z.object({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() }),
          ),
        }),
      ),
    }),
    handle: async ({ context, principal }, { params, body }) => {
      const differences = await compareSteps(context, principal, params.id as WorkflowId, body);
      return {
        differences: differences.map(({ oldName, fields, ...rest }) => ({
          ...rest,
          old_name: oldName,
          fields: [...fields],
        })),
      };
    },
  }),
];
