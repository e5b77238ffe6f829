import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendReset, takeResetRequest } from '../../core/password-links/index.ts';
import { messageOf } from '../../lib/errors.ts';
import { formOf } from '../base/form.ts';
import { backToSignIn, field, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, requireVisitorForm, visitorFormToken } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /forgotten`: asks for the email address or, without a mail server, explains whom to contact. */
export const showForgotten =
  ({ mailer }: SignInOptions) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = workspaceOf(request);
    const askForm =
      () => `<p class="muted">Enter your email address to get a link for setting a new password.</p>
<form method="post" action="/forgotten">
${formTokenInput(visitorFormToken(request, reply))}
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', isFocused: true })}
<button class="whole" type="submit">Send link</button>
</form>`;
    const explanation = `<p class="muted">Email isn't set up on this installation. Ask an administrator of ${escapeHtml(name)} for a link to set a new password.</p>`;
    return sendFormPage(reply, {
      title: 'Set a new password',
      workspace: name,
      body: `<section>\n<h1>Set a new password</h1>\n${mailer ? askForm() : explanation}\n${backToSignIn}\n</section>`,
    });
  };

/**
 * `POST /forgotten`: responds the same way whether or not the account exists. The email is sent after the
 * response, so the response time reveals nothing.
 */
export const doForgotten =
  ({ context, mailer, logger }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const workspace = workspaceOf(request);
    const email = (form.get('email') ?? '').trim();
    const visitor = visitorOf(request);
    if (mailer) {
      await takeResetRequest(context, workspace, email, visitor);
      sendReset(context, workspace, email, visitor, mailer).catch((error) =>
        logger.error({ request_id: request.id, reason: messageOf(error) }, 'password reset email failed'),
      );
    }
    return sendFormPage(reply, {
      title: 'Check your email',
      workspace: workspace.name,
      body: `<section>
<h1>Check your email</h1>
<p>If there is an account with this email address, we've sent it a link. The link works once and expires in an hour.</p>
${backToSignIn}
</section>`,
    });
  };
