import type { Answer, Question } from '../self-check/index.ts';

/** The protocol revision that every client supports. */
const revision = '2025-11-25';

const parameters: Readonly<Record<'initialize' | 'tools/list', object>> = {
  initialize: {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: 'hark-doctor', version: '1' },
  },
  'tools/list': {},
};

/** Builds an MCP request. */
export const rpc = (method: keyof typeof parameters, token?: string): Question => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters[method] }),
});

/** Extracts the result, which is sent as JSON or as a single server-sent event. */
export function resultIn({ text }: Answer): object {
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result } = (jsonIn(json) ?? {}) as { readonly result?: unknown };
  if (typeof result === 'object' && result !== null) return result;
  throw new Error(
    "The response isn't a valid MCP result. Configure the proxy to pass responses through unchanged.",
  );
}

/** Parses untrusted JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
