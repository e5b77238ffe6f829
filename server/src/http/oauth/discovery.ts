import type { FastifyRequest } from 'fastify';
import type { Route } from '../request/route-table.ts';
import { openToAll } from '../request/route-table.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { preflight } from './cross-origin.ts';

const permission = openToAll('discovery documents are public');

/** Returns exactly these four fields (spec/oauth §5.1). The issuer is the workspace's base URL, byte for byte. */
const describeResource = (baseUrl: string, scope: 'api' | 'mcp') => ({
  resource: `${baseUrl}/${scope}`,
  authorization_servers: [baseUrl],
  scopes_supported: [scope],
  bearer_methods_supported: ['header'],
});

/**
 * Returns the RFC 8414 fields plus fields for MCP clients (spec/oauth §5.2). There is no registration endpoint
 * (spec/oauth §1.3).
 */
const describeServer = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth2/authorize`,
  token_endpoint: `${baseUrl}/oauth2/token`,
  revocation_endpoint: `${baseUrl}/oauth2/revoke`,
  scopes_supported: ['api', 'mcp'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** Agents use a client metadata document only if this list contains `none`. */
const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];

/**
 * The documents below /.well-known. The protected-resource document without a suffix describes the agent server
 * (spec/oauth §5.1).
 */
const documents: Readonly<Record<string, (baseUrl: string) => object>> = {
  '/oauth-protected-resource/api': (baseUrl) => describeResource(baseUrl, 'api'),
  '/oauth-protected-resource': (baseUrl) => describeResource(baseUrl, 'mcp'),
  '/oauth-protected-resource/mcp': (baseUrl) => describeResource(baseUrl, 'mcp'),
  '/oauth-authorization-server': describeServer,
};

export const discoveryPaths = Object.keys(documents);

/** All values come from the workspace's stored base URL, never from the request (spec/provisioning §1.3). */
export const discoveryRoutes: readonly Route[] = Object.entries(documents).flatMap(([path, describe]) => [
  {
    method: 'GET',
    path,
    permission,
    handler: (request: FastifyRequest) => describe(workspaceOf(request).baseUrl),
  },
  preflight(path, 'GET'),
]);
