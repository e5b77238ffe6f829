import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLink, useLink } from '../../core/password-links/index.ts';
import { type Factors, hasFactor } from '../../core/second-factors/index.ts';
import { formatMinute } from '../../lib/clock.ts';
import { HarkError } from '../../lib/errors.ts';
import { formOf } from '../base/form.ts';
import { queryOf } from '../base/request-target.ts';
import { errorSummary, field, hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, requireVisitorForm, visitorFormToken } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /set-password?link=…`: shows the form. A GET doesn't use up the link, because mail scanners open links. */
export const showSetPassword = (options: SignInOptions) => (request: FastifyRequest, reply: FastifyReply) =>
  sendSetPasswordPage(options, request, reply, queryOf(request.url).get('link') ?? '');

/** After sign-in, the user is asked to review what a new password doesn't revoke. */
const toReview = new URLSearchParams({ return_to: '/settings/account?notice=password-set' });

/** Explains what setting the password revokes. It is shown before the user sets the password. */
const consequences = {
  reset:
    'A new password signs you out everywhere, disconnects all apps, cancels other password links and replaces your API key. API clients keep working, and so do passkeys and an authenticator app; you can review them afterwards.',
  invitation:
    'If this account was used before, a new password signs it out everywhere, disconnects its apps and replaces its API key.',
} as const;

const differentTwice = () =>
  new HarkError('invalid', 'different_passwords', "The passwords don't match. Enter them again.");

/** `POST /set-password`: sets the password and uses up the link. */
export const doSetPassword =
  (options: SignInOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const link = form.get('link') ?? '';
    const password = form.get('new_password') ?? '';
    try {
      if (form.get('repeated') !== password) throw differentTwice();
      const { hasApiClients, factors } = await useLink(
        options.context,
        workspaceOf(request),
        link,
        password,
        visitorOf(request),
      );
      const isKept = hasApiClients || hasFactor(factors);
      const signIn = `/sign-in?notice=password-set${isKept ? `&${toReview}` : ''}`;
      return hasFactor(factors)
        ? sendFactorsPage(options, request, reply, { factors, signIn })
        : reply.redirect(signIn, 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
      return sendSetPasswordPage(options, request, reply, link, error.message);
    }
  };

async function sendSetPasswordPage(
  { context }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  link: string,
  error?: string,
): Promise<FastifyReply> {
  const { name } = workspaceOf(request);
  const { purpose, user } = await openLink(context, workspaceOf(request), link);
  const isWrong = error !== undefined;
  const title = purpose === 'invitation' ? `Welcome, ${user.name}` : 'Set a new password';
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title,
    workspace: name,
    body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">Choose a password to sign in to ${escapeHtml(name)} as ${escapeHtml(user.email)}.</p>
<p class="muted">${consequences[purpose]}</p>
${errorSummary(error)}
<form method="post" action="/set-password">
${formTokenInput(visitorFormToken(request, reply))}
${hidden('link', link)}
<input type="text" hidden readonly autocomplete="username" value="${escapeHtml(user.email)}">
${field({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters. A phrase of a few words is easy to remember.', isFocused: true, isWrong })}
${field({ name: 'repeated', label: 'Confirm new password', type: 'password', autocomplete: 'new-password', isWrong })}
<button class="whole" type="submit">Set password</button>
</form>
</section>`,
  });
}

/**
 * Lists the second factors after the password was set. It doesn't remove any: someone who can only read the user's
 * email must not be able to (spec/sign-in §1.7).
 */
function sendFactorsPage(
  { mailer }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { factors, signIn }: { readonly factors: Factors; readonly signIn: string },
): FastifyReply {
  const { name } = workspaceOf(request);
  const { appSince, passkeys } = factors;
  const item = (label: string, added: Date) =>
    `<li><strong>${escapeHtml(label)}</strong><span class="muted">added <time datetime="${added.toISOString()}">${formatMinute(added)}</time></span></li>`;
  const items = [
    ...passkeys.map((passkey) => item(`Passkey “${passkey.name}”`, passkey.createdAt)),
    ...(appSince ? [item('Authenticator app', appSince)] : []),
  ];
  const ways = [
    ...(mailer
      ? ['Use the link in the email that you got when it was added. The link works for seven days.']
      : []),
    ...(items.length > 1 ? ['Sign in with another factor, and remove it under <em>Your account</em>.'] : []),
    `Ask an administrator of ${escapeHtml(name)} to reset your second factors.`,
  ];
  return sendFormPage(reply, {
    title: 'Your password was set',
    workspace: name,
    body: `<section>
<h1>Your password was set</h1>
<p>The new password doesn't remove your second factors. Check that you added each of them:</p>
<ul>${items.join('\n')}</ul>
<div class="warning"><strong>If you don't recognize one, someone else can sign in as you.</strong> Remove it in one of these ways:
<ul class="ways">${ways.map((way) => `<li>${way}</li>`).join('')}</ul></div>
<a class="button" href="${escapeHtml(signIn)}">Sign in</a>
</section>`,
  });
}
