import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../../lib/once.ts';
import { notFoundCode, sendErrorPage, sendNotFoundPage } from '../pages/not-found-page.ts';
import { prefersPage } from '../pages/prefers-page.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';
import { openToAll } from '../request/route-table.ts';
import { heldSession } from '../request/session.ts';
import type { Surface } from '../request/surface.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { consolePage, pageRoutes } from './pages.ts';
import { schemaRoutes } from './schemas.ts';
import { textRoutes } from './texts.ts';

const statusOf = statusTable();

type PageHandler = ReturnType<typeof consolePage>;

const renderConsoleError =
  (sendConsole: PageHandler): ErrorRenderer =>
  (error, request, reply) => {
    if (error.code === 'unknown_route') return sendUnknownPath(sendConsole, request, reply);
    const status = statusOf(error);
    return sendErrorPage(reply, status, error.message);
  };

/** Users who are signed in get the console, which shows its own message next to the navigation. */
function sendUnknownPath(
  sendConsole: PageHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isConsoleUser =
    request.method === 'GET' && prefersPage(request) && heldSession(request) !== undefined;
  if (!isConsoleUser) return sendNotFoundPage(reply, 'unknown-path');
  request.refusal ??= notFoundCode('unknown-path');
  return sendConsole(request, reply.code(404));
}

interface ConsoleOptions {
  /** The folder that `npm run build` creates from `web/`. */
  readonly webDirectory: string;
  /** The OpenAPI document. It is served here because nothing below /api responds without a credential. */
  readonly openApi: () => object;
  /** The HTML reference for a workspace's URL, and its content security policy. */
  readonly apiReference: () => { readonly contentSecurityPolicy: string; at(baseUrl: string): string };
  /** Where to report vulnerabilities: the URL in security.txt. */
  readonly securityContact: string;
}

/** Serves the web page, and every path that no other surface owns. */
export function consoleSurface(options: ConsoleOptions): Surface {
  const { webDirectory, openApi, apiReference, securityContact } = options;
  const howToCall = openToAll('the API description is public');
  const document = once(() => JSON.stringify(openApi()));
  const sendConsole = consolePage(webDirectory, 'home');
  return {
    name: 'console',
    prefix: '',
    checks: [],
    routes: [
      ...pageRoutes(webDirectory),
      ...textRoutes(securityContact),
      ...schemaRoutes(),
      {
        method: 'GET',
        path: '/openapi.json',
        permission: howToCall,
        handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(document()),
      },
      {
        method: 'GET',
        path: '/docs',
        permission: howToCall,
        handler: (request, reply) => {
          const page = apiReference();
          return reply
            .type('text/html; charset=utf-8')
            .header('content-security-policy', page.contentSecurityPolicy)
            .send(page.at(workspaceOf(request).baseUrl));
        },
      },
    ],
    renderError: renderConsoleError(sendConsole),
  };
}
