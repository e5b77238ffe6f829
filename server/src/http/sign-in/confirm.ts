import type { FastifyReply, FastifyRequest } from 'fastify';
import { askForPasskey, readOwnFactors } from '../../core/second-factors/index.ts';
import { confirmWithPasskey, confirmWithPassword } from '../../core/sign-in/index.ts';
import { readShownProvider } from '../../core/single-sign-on/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { queryOf } from '../base/request-target.ts';
import { errorSummary, field, hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, type SignedIn, signedInBrowser } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { onSignedIn, onSignedInForm } from './on-signed-in.ts';
import { passkeyForm } from './passkey-form.ts';
import { returnPathOf } from './return-path.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** `GET /confirm`: asks a signed-in user to prove again who they are, before a sensitive act. */
export const showConfirm = (options: SignInOptions) =>
  onSignedIn(options, (request, reply, signedIn) =>
    sendConfirm(options, request, reply, { signedIn, returnTo: returnPathOf(queryOf(request.url)) }),
  );

/** `POST /confirm`: confirms with the password. */
export const doConfirm = (options: SignInOptions) =>
  onSignedInForm(options, async (request, reply, signedIn, form) => {
    const returnTo = returnPathOf(form);
    try {
      await confirmWithPassword(options.context, signedIn.session, form.get('password') ?? '');
      return reply.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.code !== 'wrong_password') throw error;
      return sendConfirm(options, request, reply, { signedIn, returnTo, error: error.message });
    }
  });

/** `POST /confirm/passkey/options`: returns what the browser asks the passkey. */
export const beginConfirmPasskey = ({ context }: SignInOptions) =>
  onSignedInForm({ context }, async (request, reply) =>
    reply.send(await askForPasskey(context, signedInBrowser(request), workspaceOf(request))),
  );

/** `POST /confirm/passkey`: confirms with a passkey. */
export const doConfirmPasskey = ({ context }: SignInOptions) =>
  onSignedInForm({ context }, async (request, reply, { session }, form) => {
    const where = { browser: signedInBrowser(request), visitor: visitorOf(request) };
    await confirmWithPasskey(context, session, where, form.get('response') ?? '');
    return reply.redirect(returnPathOf(form), 303);
  });

async function sendConfirm(
  { context }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, returnTo, error }: { signedIn: SignedIn; returnTo: string; error?: string },
): Promise<FastifyReply> {
  const { session, formToken } = signedIn;
  const factors = await readOwnFactors(context, session);
  // Users who came by single sign-on may have no password.
  const provider = session.isSso
    ? await readShownProvider(context, session.principal.workspace.id)
    : undefined;
  const isWrong = error !== undefined;
  const passwordForm = `<form method="post" action="/confirm">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
<input type="text" hidden readonly autocomplete="username" value="${escapeHtml(session.principal.user.email)}">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFocused: true, isWrong })}
<button class="whole" type="submit">Confirm</button>
</form>`;
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: "Confirm that it's you",
    workspace: workspaceOf(request).name,
    body: `<section>
<h1>Confirm that it's you</h1>
<p class="muted">You're about to do something sensitive as ${escapeHtml(session.principal.user.email)}. Hark asks again if you signed in more than 15 minutes ago.</p>
${errorSummary(error)}
${provider ? ssoLink(provider.name, returnTo) : passwordForm}
${factors.passkeys.length > 0 ? passkeyForm({ action: '/confirm/passkey', formToken, returnTo, label: 'Use a passkey' }) : ''}
<p class="below links"><a href="${escapeHtml(returnTo)}">Cancel</a></p>
</section>`,
  });
}

const ssoLink = (name: string, returnTo: string): string =>
  `<a class="button" href="/sign-in/sso?${escapeHtml(String(new URLSearchParams({ purpose: 'confirm', return_to: returnTo })))}">Confirm with ${escapeHtml(name)}</a>`;
