import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, type CallerRole } from './api-callers.ts';
import { changing } from './builders.ts';
import { type ApiAnswer, sendTo, type useApi } from './servers/api-server.ts';

/** The result of a tool call. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** The parsed data between the data markers, if any. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own response.
  readonly data: any;
}

/** An agent that acts for a user through an API client with scope mcp. */
export interface Agent {
  readonly caller: ApiCaller;
  readonly workspace: Workspace;
  readonly token: string;
  rpc(method: string, params?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  call(tool: string, given?: unknown): Promise<ToolResult>;
  /** Connects the official client with the previous or the current protocol revision. */
  connect(mode: 'legacy' | { pin: string }): Promise<Client>;
}

/** The two protocol revisions that Hark supports (spec/agents). */
export const revisions = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;

type Api = Pick<ReturnType<typeof useApi>, 'port' | 'as'>;

/** Creates a user with that role, and an agent that acts for the user. */
export async function buildAgent(
  context: Context,
  api: Api,
  workspace: Workspace,
  role: CallerRole,
  name?: string,
): Promise<Agent> {
  return agentOf(
    context,
    api,
    workspace,
    await buildApiCaller(context, api, workspace, role, 'api_key', name),
  );
}

/** Creates an agent for an existing user. */
export async function agentOf(
  context: Context,
  api: Api,
  workspace: Workspace,
  caller: ApiCaller,
): Promise<Agent> {
  const { token = '' } = await changing(context, workspace.id, (change) =>
    saveApiClient(change, { user: caller.user as never, name: `Agent of ${caller.user.name}`, scope: 'mcp' }),
  );
  return agentWith(api, workspace, caller, token);
}

export function agentWith({ port }: Api, workspace: Workspace, caller: ApiCaller, token: string): Agent {
  const rpc: Agent['rpc'] = (method, params, headers = {}) =>
    sendTo(port(), 'POST', '/mcp', {
      headers: {
        host: workspace.host,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      body: { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) },
    });
  return {
    caller,
    workspace,
    token,
    rpc,
    async call(name, given = {}) {
      const answer = messageIn(await rpc('tools/call', { name, arguments: given }));
      if (!answer.result) throw new Error(`no result of ${name}: ${JSON.stringify(answer)}`);
      return readResult(answer.result);
    },
    async connect(mode) {
      const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
      const transport = new StreamableHTTPClientTransport(new URL(`${workspace.baseUrl}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
        fetch: fetchBy(port()),
      });
      await client.connect(transport);
      onTestFinished(() => client.close());
      return client;
    },
  };
}

/** Returns the JSON-RPC message from a response body, which is either JSON or a single server-sent event. */
// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own message.
export function messageIn({ json, text }: ApiAnswer): any {
  return json ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
export function readResult(result: any): ToolResult {
  const { isError = false, content } = result;
  const text: string = content[0].text;
  const data = /<(data-[0-9a-f]+)>\n(.*)\n<\/\1>$/.exec(text)?.[2];
  return { isError, text, data: data === undefined ? undefined : JSON.parse(data) };
}

/** Connects to this machine for every workspace. The Host header selects the workspace. */
const fetchBy =
  (port: number) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { host, pathname } = new URL(url);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host };
    const answer = await sendTo(port, init.method ?? 'GET', pathname, {
      headers,
      body: init.body ?? undefined,
    });
    const shown = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const isEmpty = answer.status === 202 || answer.status === 204;
    return new Response(isEmpty ? null : answer.text, { status: answer.status, headers: shown });
  };
