import type { FastifyReply } from 'fastify';
import { openToAll, type Route } from '../request/route-table.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

const permission = openToAll('it tells strangers where things are, and nothing about anybody');

/** RFC 9116 requires an expiry date, ideally within a year. */
const validDays = 180;

/** Texts at well-known paths: for language models, and for people who report vulnerabilities. */
export const textRoutes = (securityContact: string | undefined): Route[] => [
  {
    method: 'GET',
    path: '/llms.txt',
    permission,
    handler: (request, reply) => sendText(reply, forModels(workspaceOf(request).baseUrl)),
  },
  ...(securityContact === undefined ? [] : [securityRoute(securityContact)]),
];

const securityRoute = (contact: string): Route => ({
  method: 'GET',
  path: '/.well-known/security.txt',
  permission,
  handler: (request, reply) => {
    const expires = new Date(Date.now() + validDays * 86_400_000).toISOString();
    const canonical = `${workspaceOf(request).baseUrl}/.well-known/security.txt`;
    return sendText(
      reply,
      `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`,
    );
  },
});

const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text);

/** An llms.txt for this workspace (llmstxt.org). */
const forModels = (baseUrl: string) => `# Hark

> The front door of a CRM workspace: listeners that start durable workflow runs, a REST API that always acts as one user,
> an OAuth server, and a server for AI agents.

Every request needs a credential of a user of this workspace; a request to /api without any gets a 404 page.
A server sends the token of an API client as "Authorization: Bearer …", or a user's key in a header spelled exactly "apikey".

## API

- [Description of the REST API](${baseUrl}/openapi.json): OpenAPI, every route, parameter and answer
- [The same for people](${baseUrl}/docs): with an example of each

## Agents

- [Agent server](${baseUrl}/mcp): Model Context Protocol over streamable HTTP, with a token of scope mcp
- [Where its tokens come from](${baseUrl}/.well-known/oauth-protected-resource): follow it to the authorization server

## Apps

- [Authorization server](${baseUrl}/.well-known/oauth-authorization-server): authorization code with PKCE S256; ask for one scope, api or mcp
`;
