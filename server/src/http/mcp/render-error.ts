import type { HarkError } from '../../lib/errors.ts';
import { type ErrorRenderer, isRoutingError, sendFlat, sendNested, statusTable } from '../request/errors.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

const statusOf = statusTable();

/** Codes in JSON-RPC's range for server-defined errors. Invalid JSON and invalid JSON-RPC have standard codes. */
const rpcCodes: ReadonlyMap<string, number> = new Map([
  ['malformed_json', -32_700],
  ['not_one_message', -32_600],
]);
const serverError = -32_000;

/**
 * Renders rejected credentials in the flat shape, with this resource's `WWW-Authenticate` header (spec/agents
 * §1.1). Routing errors have the nested shape (spec/rest-api §3.4), and all other errors have JSON-RPC's shape.
 */
export const renderMcpError: ErrorRenderer = (error, request, reply) => {
  const status = statusOf(error);
  if (isRoutingError(error)) return sendNested(reply, status, error.message);
  if (!refusesCredential(error)) {
    const shown = { code: rpcCodes.get(error.code) ?? serverError, message: error.message };
    return reply.code(status).send({ jsonrpc: '2.0', error: shown, id: null });
  }
  const metadata = `${workspaceOf(request).baseUrl}/.well-known/oauth-protected-resource/mcp`;
  reply.header(
    'www-authenticate',
    `Bearer resource_metadata="${metadata}", scope="mcp", error="${error.code}"`,
  );
  return sendFlat(reply, status, error.code, error.message);
};

const refusesCredential = ({ kind, code }: HarkError) =>
  kind === 'unauthenticated' || code === 'access_denied';
