import { z } from 'zod';
import { readHome } from '../../../core/onboarding/index.ts';
import { moment, type Operation, operation } from '../operation.ts';

export const homeOperations = (): Operation[] => [
  operation({
    method: 'GET',
    path: '/home',
    act: 'profile.view',
    answer: z.object({
      progress: z.object({
        has_workflow: z.boolean(),
        has_request: z.boolean(),
        has_lead: z.boolean(),
        has_colleague: z.boolean(),
        has_api_call: z.boolean(),
      }),
      /** The workflow that the next step is about. */
      workflow: z.number().nullable(),
      failing: z.array(z.object({ id: z.number(), name: z.string(), since: moment })),
    }),
    handle: async ({ context, principal }) => {
      const { progress, failing } = await readHome(context, principal);
      return {
        progress: {
          has_workflow: progress.hasWorkflow,
          has_request: progress.hasRequest,
          has_lead: progress.hasLead,
          has_colleague: progress.hasColleague,
          has_api_call: progress.hasApiCall,
        },
        workflow: progress.workflow,
        failing: failing.map(({ id, name, failing_since }) => ({
          id,
          name,
          since: failing_since.toISOString(),
        })),
      };
    },
  }),
];
