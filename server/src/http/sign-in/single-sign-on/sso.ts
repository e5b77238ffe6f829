import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmWithSso, finishSso, isConfirmation, startSso } from '../../../core/sign-in/index.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import { HarkError } from '../../../lib/errors.ts';
import { queryOf } from '../../base/request-target.ts';
import { sendFormPage } from '../../pages/form-page.ts';
import { escapeHtml } from '../../pages/html.ts';
import {
  anySignedInOf,
  keepSession,
  sendToSignIn,
  signedInBrowser,
  signInRequestOf,
  visitorBrowser,
} from '../../request/session.ts';
import { visitorOf } from '../../request/visitor.ts';
import { workspaceOf } from '../../request/workspace-by-host.ts';
import { returnPathOf, withReturn } from '../return-path.ts';
import type { SignInOptions } from '../sign-in-options.ts';

export interface SsoOptions extends SignInOptions {
  readonly egress: Egress;
}

/**
 * `GET /sign-in/sso`: redirects to the identity provider. With `purpose=confirm`, a signed-in user confirms who they
 * are. It is a link and not a form, because the page's policy lets forms redirect only to this host.
 */
export const startSingleSignOn =
  ({ context, egress }: SsoOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    // Link checkers and images on other sites must not start anything.
    if (request.method === 'HEAD' || !isNavigation(request)) return reply.code(204).send();
    const query = queryOf(request.url);
    const isConfirming = query.get('purpose') === 'confirm';
    const returnTo = returnPathOf(query);
    if (isConfirming && !(await anySignedInOf(context, request)))
      return sendToSignIn(request, reply, returnTo);
    const start = {
      workspace: workspaceOf(request),
      visitor: visitorOf(request),
      browser: isConfirming ? signedInBrowser(request) : visitorBrowser(request, reply),
      returnTo,
      isConfirming,
    };
    try {
      return leave(reply).redirect(await startSso(context, egress, start), 303);
    } catch (error) {
      return sendRefusal(request, reply, error, returnTo);
    }
  };

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

/** The URLs of these responses contain a code or a state, which must not be kept or passed on. */
const leave = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');

/** `GET /sign-in/sso/callback`: receives the code from the identity provider, and creates a session. */
export const finishSingleSignOn =
  ({ context, egress }: SsoOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'HEAD') return reply.code(204).send();
    const query = queryOf(request.url);
    try {
      if (isConfirmation(query.get('state') ?? '')) {
        const signedIn = await anySignedInOf(context, request);
        if (!signedIn) return sendToSignIn(request, reply, '/');
        const browser = { browser: signedInBrowser(request), visitor: visitorOf(request) };
        const returnTo = await confirmWithSso(context, egress, signedIn.session, browser, query);
        return leave(reply).redirect(returnTo, 303);
      }
      const { started, returnTo } = await finishSso(context, egress, signInRequestOf(request), query);
      keepSession(request, reply, started);
      return leave(reply).redirect(returnTo, 303);
    } catch (error) {
      return sendRefusal(request, reply, error, '/');
    }
  };

const titles = new Map([
  ['sso_refused', 'No access'],
  ['sso_denied', 'Sign-in canceled'],
  ['sso_expired', 'Sign in again'],
  ['identity_provider_failed', "Single sign-on isn't available"],
]);

/** Says what to do next. The page is the same whether or not the person has an account. */
function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  returnTo: string,
): FastifyReply {
  const title = error instanceof HarkError ? titles.get(error.code) : undefined;
  if (!(error instanceof HarkError) || title === undefined) throw error;
  return leave(
    sendFormPage(reply, {
      status: error.kind === 'unavailable' ? 503 : error.kind === 'invalid' ? 400 : 403,
      title,
      workspace: workspaceOf(request).name,
      body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">${escapeHtml(error.message)}</p>
<a class="button" href="${escapeHtml(withReturn('/sign-in', returnTo))}">Back to sign-in</a>
</section>`,
    }),
  );
}
