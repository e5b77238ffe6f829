import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendReset, takeResetRequest } from '../../core/password-links/index.ts';
import { messageOf } from '../../lib/errors.ts';
import { formOf } from '../pages/form.ts';
import { backToSignIn, field, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, requireVisitorForm, visitorFormToken } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /forgotten`: asks for the email address, or, without a mail server, says whom to contact. */
export const showForgotten =
  ({ mailer }: SignInOptions) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = workspaceOf(request);
    const ask = () => `<p class="muted">We send you a link by which you set a new password.</p>
<form method="post" action="/forgotten">
${formTokenInput(visitorFormToken(request, reply))}
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', isFocused: true })}
<button class="whole" type="submit">Send the link</button>
</form>`;
    const tell = `<p class="muted">This installation sends no mail. Ask an administrator of ${escapeHtml(name)} for a link by which you set a new password.</p>`;
    return sendFormPage(reply, {
      title: 'Set a new password',
      workspace: name,
      body: `<section>\n<h1>Set a new password</h1>\n${mailer ? ask() : tell}\n${backToSignIn}\n</section>`,
    });
  };

/**
 * `POST /forgotten`: the same immediate response whether or not the account exists. The mail is sent
 * afterwards, so that the response time reveals nothing.
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
        logger.error({ request_id: request.id, reason: messageOf(error) }, 'a reset link could not be sent'),
      );
    }
    return sendFormPage(reply, {
      title: 'Look into your mail',
      workspace: workspace.name,
      body: `<section>
<h1>Look into your mail</h1>
<p>If there is an account with this address, a link is on its way to it. It works for an hour, and once.</p>
${backToSignIn}
</section>`,
    });
  };
