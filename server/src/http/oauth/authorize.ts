import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  answerConsent,
  askConsent,
  judgeAuthorization,
  readOAuthParameters,
} from '../../core/oauth/index.ts';
import { isConfirmed } from '../../core/sign-in/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import { formOf } from '../base/form.ts';
import { requireOwnForm, sendToConfirm, sendToSignIn, signedInOf } from '../request/session.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { sendConsentPage } from './consent-page.ts';
import type { OAuthOptions } from './oauth-options.ts';

/**
 * `GET /oauth2/authorize`: checks the request before sign-in (spec/oauth §2.2), and always asks for consent
 * (spec/oauth §2.4). The user must have confirmed who they are, because the app gets lasting access.
 */
export const authorizeHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.originalUrl.replace(/^[^?]*\??/, '');
    const judged = await judgeAuthorization(
      context,
      workspaceOf(request),
      readOAuthParameters(query),
      request.ip,
    );
    if ('sendTo' in judged) return reply.redirect(judged.sendTo, 303);
    const signedIn = await signedInOf(context, request);
    if (!signedIn) return sendToSignIn(request, reply);
    if (!isConfirmed(context, signedIn.session)) return sendToConfirm(reply, request.url);
    // Link checkers send HEAD. They get only the status, and no consent request is stored.
    if (request.method === 'HEAD') return reply.type('text/html; charset=utf-8').send();
    const token = await askConsent(context, signedIn.session, judged);
    return sendConsentPage(reply, {
      authorization: judged,
      principal: signedIn.session.principal,
      formToken: signedIn.formToken,
      requestToken: token,
      returnTo: request.originalUrl,
    });
  };

/**
 * Handles the decision. It redirects with 303, so no browser forwards the form's data to the app (RFC 9700
 * 4.12).
 */
export const consentHandler =
  ({ context }: OAuthOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    const signedIn = await signedInOf(context, request);
    if (!signedIn) throw signedOut();
    requireOwnForm(request, form, signedIn.formToken);
    const decision = form.get('decision');
    if (decision !== 'approve' && decision !== 'deny') {
      throw invalid('invalid_request', 'The form field "decision" must be "approve" or "deny".');
    }
    // The confirmation may have expired since the form was opened. Denying needs none.
    if (decision === 'approve' && !isConfirmed(context, signedIn.session))
      return sendToConfirm(reply, form.get('return_to'));
    const answer = { token: form.get('request') ?? '', decision, origin: request.ip } as const;
    return reply.redirect(await answerConsent(context, signedIn.session, answer), 303);
  };

const signedOut = () =>
  new HarkError(
    'forbidden',
    'access_denied',
    'You were signed out, so the app got no access. Go back to the app and start again.',
  );
