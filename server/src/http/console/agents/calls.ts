import { z } from 'zod';
import { type AgentCall, agentToolNames, listAgentCalls } from '../../../core/agents/index.ts';
import { moment, type Operation, operation } from '../operation.ts';

const pageSize = 50;

const filters = z.strictObject({
  tool: z.enum(agentToolNames).optional(),
  user: z.coerce.number().int().positive().optional(),
  ended: z.enum(['well', 'badly']).optional(),
  before: z.coerce.number().int().positive().optional(),
});

const call = z.object({
  id: z.number(),
  at: moment,
  user: z.object({ id: z.number(), name: z.string() }),
  client: z.object({ type: z.string(), name: z.string() }),
  tool: z.string(),
  /** The arguments as JSON, without secrets, truncated if they are long. */
  arguments: z.string(),
  /** `ok`, or the code of the error that the call was rejected with. Null if the call didn't return. */
  outcome: z.string().nullable(),
  /** The error's message. Null if the call succeeded. */
  error: z.string().nullable(),
  result_bytes: z.number().nullable(),
  duration_ms: z.number().nullable(),
  leads: z.array(z.number()),
});

const present = (one: AgentCall): z.infer<typeof call> => ({
  id: one.id,
  at: one.at.toISOString(),
  user: one.user,
  client: { type: one.client.type, name: one.client.name },
  tool: one.tool,
  arguments: one.arguments,
  outcome: one.outcome,
  error: one.error,
  result_bytes: one.resultBytes,
  duration_ms: one.durationMs,
  leads: [...one.leads],
});

export const agentCallsOperation = (): Operation =>
  operation({
    method: 'GET',
    path: '/agents/calls',
    act: 'audit.view',
    query: filters,
    answer: z.object({ calls: z.array(call), next: z.number().nullable() }),
    handle: async ({ context, principal }, { query: { ended, ...filter } }) => {
      const calls = await listAgentCalls(context, principal.workspace.id, {
        ...filter,
        isOk: ended === undefined ? undefined : ended === 'well',
        limit: pageSize + 1,
      });
      const shown = calls.slice(0, pageSize);
      return {
        calls: shown.map(present),
        next: calls.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  });
