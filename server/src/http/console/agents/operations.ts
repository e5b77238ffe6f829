import { z } from 'zod';
import { acts, permissions } from '../../../core/access/index.ts';
import {
  type AgentToolName,
  agentToolNames,
  agentTools,
  examineConnection,
  switchAgentTool,
} from '../../../core/agents/index.ts';
import { readSettings } from '../../../core/workspaces/index.ts';
import { notCredential } from '../../../lib/credential.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Operation, operation } from '../operation.ts';
import { agentCallsOperation } from './calls.ts';

const toolName = z.enum(agentToolNames);

/**
 * Returns the permission that a tool needs, as the role settings name it. Null if permission to connect agents
 * is enough.
 */
function needsOf(tool: AgentToolName): string | null {
  const needs = acts[agentTools[tool]];
  if (typeof needs === 'string') return null;
  const { group, label } = permissions[needs.permission];
  return `${group}: ${label}`;
}

/** Accepts only characters that a header can contain; anything else can't be a token. */
const token = notCredential(
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be a single token without spaces'),
  'it is only tried',
);

export const agentsOperations = ({ askOwnAddress }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/agents',
    act: 'settings.manage',
    answer: z.object({
      address: z.string(),
      tools: z.array(z.object({ name: toolName, is_on: z.boolean(), needs: z.string().nullable() })),
    }),
    handle: async ({ context, principal: { workspace } }) => {
      const { agent_tools_off: off } = await readSettings(context, workspace.id);
      return {
        address: `${workspace.baseUrl}/mcp`,
        tools: agentToolNames.map((name) => ({ name, is_on: !off.includes(name), needs: needsOf(name) })),
      };
    },
  }),
  operation({
    method: 'PUT',
    path: '/agents/tools/:name',
    act: 'settings.manage',
    params: z.strictObject({ name: toolName }),
    body: z.strictObject({ is_on: z.boolean() }),
    handle: (caller, { params, body }) =>
      changeInWorkspace(caller, (change) => switchAgentTool(change, params.name, body.is_on)),
  }),
  agentCallsOperation(),
  operation({
    method: 'POST',
    path: '/agents/examination',
    act: 'settings.manage',
    body: z.strictObject({ token: token.optional() }),
    answer: z.object({
      steps: z.array(z.object({ step: z.string(), ok: z.boolean(), says: z.string() })),
    }),
    handle: async ({ principal: { workspace } }, { body }) => {
      const { baseUrl } = workspace;
      const steps: { step: string; ok: boolean; says: string }[] = [];
      for await (const { check, ok, says } of examineConnection(
        askOwnAddress(baseUrl),
        baseUrl,
        body.token,
      )) {
        // A proxy in front of Hark may echo the request, so the token is removed from its response.
        steps.push({ step: check, ok, says: body.token ? says.replaceAll(body.token, '…') : says });
      }
      return { steps };
    },
  }),
];
