import type { FastifyReply } from 'fastify';
import { openToAll, type Route } from '../request/route-table.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

const permission = openToAll('it lists public URLs and contains no personal data');

/** RFC 9116 requires an expiry date, ideally within a year. */
const validDays = 180;

/** Serves texts at well-known paths, for language models and for people who report vulnerabilities. */
export const textRoutes = (securityContact: string): Route[] => [
  {
    method: 'GET',
    path: '/llms.txt',
    permission,
    handler: (request, reply) => sendText(reply, forModels(workspaceOf(request).baseUrl)),
  },
  {
    method: 'GET',
    path: '/.well-known/security.txt',
    permission,
    handler: (request, reply) => sendText(reply, forReporters(securityContact, workspaceOf(request).baseUrl)),
  },
];

/** Returns a security.txt (RFC 9116). */
function forReporters(contact: string, baseUrl: string): string {
  const expires = new Date(Date.now() + validDays * 86_400_000).toISOString();
  const canonical = `${baseUrl}/.well-known/security.txt`;
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
}

const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text);

/** Returns an llms.txt for this workspace (llmstxt.org). */
const forModels = (baseUrl: string) => `# Hark

> Webhooks and durable workflows for a CRM workspace: listeners that start workflow runs, a REST API in which every request
> acts as one user, an OAuth server, and an MCP server for AI agents.

Every request needs the credential of a user of this workspace; a request to /api without one gets a 404 page.
Send the token of an API client as "Authorization: Bearer …", or a user's API key in a header spelled exactly "apikey".

## API

- [REST API description](${baseUrl}/openapi.json): OpenAPI, with every route, parameter and response
- [REST API reference](${baseUrl}/docs): the same description for human readers, with examples

## Agents

- [Agent server](${baseUrl}/mcp): Model Context Protocol over streamable HTTP, with a token of scope mcp
- [Protected resource metadata](${baseUrl}/.well-known/oauth-protected-resource): names the authorization server that issues its tokens

## Apps

- [Authorization server](${baseUrl}/.well-known/oauth-authorization-server): authorization code with PKCE S256; request one scope, api or mcp
`;
