import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { type AgentToolName, recordCall } from '../../core/agents/index.ts';
import { HarkError } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { Acting } from '../request/acting.ts';
import { describeError, publicError } from '../request/errors.ts';
import { agentOf } from './authenticate.ts';
import type { McpOptions } from './mcp-options.ts';
import { presentAnswer, presentRefusal, responseSize } from './present-answer.ts';
import type { ToolAnswer } from './tool.ts';
import { tools } from './tool-table.ts';

/**
 * Calls a tool and records the call (spec/agents §2.5). Errors that REST would return become error results
 * (spec/agents §2.1).
 */
export async function callTool(
  { context, dispatch, logger }: McpOptions,
  request: FastifyRequest,
  acting: Acting,
  name: AgentToolName,
  given: unknown,
): Promise<CallToolResult> {
  const work = async () => {
    // The settings were read for this request, so a tool that was just disabled can't be called anymore
    // (spec/agents §2.3).
    if (acting.settings.agent_tools_off.includes(name)) throw switchedOff(name);
    return tools[name].run({ ...acting, origin: request.ip, dispatch }, given);
  };
  const failed = (thrown: unknown) => fail(thrown, request, logger);
  const recorded = recordCall(context, agentOf(request).caller, name, given, logger, () =>
    work().then(succeed, failed),
  );
  // A call that can't be recorded isn't made, and the caller gets an error result.
  return (await recorded.catch(failed)).result;
}

const switchedOff = (name: string) =>
  new HarkError(
    'forbidden',
    'tool_off',
    `${name} is disabled in this workspace. Continue without it, or ask an administrator to enable it.`,
  );

interface Ended {
  readonly result: CallToolResult;
  readonly outcome: string;
  readonly error: string | null;
  readonly resultBytes: number;
  readonly leads: readonly LeadId[];
}

function succeed(answer: ToolAnswer): Ended {
  const result = presentAnswer(answer);
  return {
    result,
    outcome: 'ok',
    error: null,
    resultBytes: responseSize(result),
    leads: answer.leads ?? [],
  };
}

function fail(thrown: unknown, request: FastifyRequest, logger: McpOptions['logger']): Ended {
  const error = publicError(thrown, request);
  if (error.kind === 'fault') {
    logger.error({ request_id: request.id, error: describeError(thrown) }, 'agent call failed');
  }
  const result = presentRefusal(error);
  return {
    result,
    outcome: error.code,
    error: error.message,
    resultBytes: responseSize(result),
    leads: [],
  };
}
