import { z } from 'zod';
import { maxShadowed, shadowAs } from '../../../core/shadow/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, moment, operation } from '../operation.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const shadowOperations = ({ runTrialIn }: ConsoleData) => [
  operation({
    method: 'POST',
    path: '/workflows/:id/shadow',
    act: 'workflows.edit',
    params: idParams,
    body: z.strictObject({
      revision: z.int().min(0),
      requests: z.int().min(1).max(maxShadowed),
      before: z.uuid().nullable(),
    }),
    answer: z.object({
      revision: z.number(),
      requests: z.number(),
      same: z.number(),
      different: z.number(),
      incomplete: z.number(),
      runs: z.array(
        z.object({
          run_id: z.string(),
          accepted_at: moment,
          verdict: z.enum(['different', 'incomplete']),
          reason: z.string().nullable(),
          differences: z.array(z.object({ field: z.string(), published: value, draft: value })),
          more: z.number(),
        }),
      ),
      next: z.string().nullable(),
    }),
    handle: async (caller, { params, body: { before, ...wanted } }) => {
      const { runs, ...counts } = await shadowAs(runTrialIn, caller, params.id as WorkflowId, {
        ...wanted,
        before: before as RunId | null,
      });
      return {
        ...counts,
        runs: runs.map(({ differences, ...run }) => ({ ...run, differences: [...differences] })),
      };
    },
  }),
];
