import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openToAll } from '../route-table.ts';
import type { Surface } from '../surface.ts';
import { workspaceOf } from '../workspace-by-host.ts';
import { renderConsoleError } from './render-error.ts';

/** Only what the page itself brings along. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The web page, and every path that no other surface owns. The files are read once, when the server is built. */
interface ConsoleOptions {
  readonly webDirectory: string;
  /** The description of the REST API. It lives here because nothing below /api answers without a credential. */
  readonly openApi: object;
  /** The same for people, with the address of the workspace in it, and the policy under which it stands. */
  readonly apiReference: { readonly contentSecurityPolicy: string; at(baseUrl: string): string };
}

export function consoleSurface({ webDirectory, openApi, apiReference }: ConsoleOptions): Surface {
  const file = (path: string, type: string) => {
    const content = readFileSync(join(webDirectory, path));
    return (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('content-security-policy', contentSecurityPolicy)
        .send(content);
  };
  const permission = openToAll('the page holds no data');
  const howToCall = openToAll('how the API is called is no secret');
  const document = JSON.stringify(openApi);
  return {
    name: 'console',
    prefix: '',
    checks: [],
    routes: [
      { method: 'GET', path: '/', permission, handler: file('index.html', 'text/html') },
      {
        method: 'GET',
        path: '/openapi.json',
        permission: howToCall,
        handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(document),
      },
      {
        method: 'GET',
        path: '/docs',
        permission: howToCall,
        handler: (request, reply) =>
          reply
            .type('text/html; charset=utf-8')
            .header('content-security-policy', apiReference.contentSecurityPolicy)
            .send(apiReference.at(workspaceOf(request).baseUrl)),
      },
      { method: 'GET', path: '/assets/page.css', permission, handler: file('src/page.css', 'text/css') },
    ],
    renderError: renderConsoleError,
  };
}
