import type { FastifyReply, FastifyRequest } from 'fastify';
import { isComplete } from '../../core/sessions/index.ts';
import { signIn } from '../../core/sign-in/index.ts';
import { readShownProvider, type ShownProvider } from '../../core/single-sign-on/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { formOf } from '../base/form.ts';
import { queryOf } from '../base/request-target.ts';
import { errorSummary, field, hidden, noticeBox, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import {
  anySignedInOf,
  formTokenInput,
  heldDevice,
  keepSession,
  requireVisitorForm,
  signInRequestOf,
  visitorFormToken,
} from '../request/session.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { passkeyForm } from './passkey-form.ts';
import { returnPathOf, withReturn } from './return-path.ts';
import type { SignInOptions } from './sign-in-options.ts';

const notices = new Map([
  ['password-set', 'Your password was set. Sign in with it now.'],
  ['signed-out', "You're signed out."],
  ['set-up', 'Hark is set up. Sign in with your new password.'],
]);

/** `GET /sign-in`: shows the form, or redirects if the user is already signed in. */
export const showSignIn =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryOf(request.url);
    const returnTo = returnPathOf(query);
    const signedIn = await anySignedInOf(context, request);
    if (signedIn)
      return reply.redirect(
        isComplete(signedIn.session) ? returnTo : withReturn('/second-factor', returnTo),
        303,
      );
    const formToken = visitorFormToken(request, reply);
    const notice = notices.get(query.get('notice') ?? '');
    const provider = await readShownProvider(context, workspaceOf(request).id);
    return sendSignInPage(request, reply, { formToken, returnTo, notice, provider });
  };

/** `POST /sign-in`: creates a session and redirects back. */
export const doSignIn =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const returnTo = returnPathOf(form);
    const email = (form.get('email') ?? '').trim();
    const password = form.get('password') ?? '';
    try {
      const form = { email, password, device: heldDevice(request) };
      const started = await signIn(context, signInRequestOf(request), form);
      if (!started) return reply.redirect(withReturn('/sign-in/second-step', returnTo), 303);
      keepSession(request, reply, started);
      return reply.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.code !== 'sign_in_failed') throw error;
      const formToken = visitorFormToken(request, reply);
      const provider = await readShownProvider(context, workspaceOf(request).id);
      return sendSignInPage(request, reply, { formToken, returnTo, email, error: error.message, provider });
    }
  };

interface Shown {
  readonly formToken: string;
  readonly returnTo: string;
  readonly email?: string;
  readonly error?: string;
  readonly notice?: string | undefined;
  /** The identity provider, if the workspace uses single sign-on. */
  readonly provider: ShownProvider | undefined;
}

/** Sends the sign-in page. The names of its inputs are a contract (spec/provisioning §6). */
function sendSignInPage(request: FastifyRequest, reply: FastifyReply, shown: Shown): FastifyReply {
  const { formToken, returnTo, email = '', error, notice, provider } = shown;
  const { name, host } = workspaceOf(request);
  const isWrong = error !== undefined;
  const isFocused = !isWrong && !provider;
  const passwordForm = `<form method="post" action="/sign-in">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: email, isFocused, isWrong })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFocused: isWrong, isWrong })}
<button class="whole${provider && !provider.isRequired ? ' quiet' : ''}" type="submit">Sign in</button>
</form>
${passkeyForm({ action: '/sign-in/passkey', formToken, returnTo, label: 'Sign in with a passkey' })}
<p class="below links"><a href="/forgotten">Forgot your password?</a></p>`;
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Sign in',
    workspace: name,
    body: `<section>
<h1>Sign in to ${escapeHtml(name)}</h1>
<p class="muted">${escapeHtml(host)}</p>
${errorSummary(error)}${noticeBox(notice)}
${provider ? ssoLink(provider, returnTo) : ''}
${provider?.isRequired ? passwordInstead(passwordForm, isWrong) : passwordForm}
</section>`,
  });
}

/** A link, because the page's policy lets forms redirect only to this host. */
const ssoLink = ({ name, isRequired }: ShownProvider, returnTo: string): string =>
  `<a class="button" href="${escapeHtml(withReturn('/sign-in/sso', returnTo))}">Sign in with ${escapeHtml(name)}</a>
${isRequired ? '' : '<p class="or">or</p>'}`;

/** While single sign-on is required, only the break-glass administrator needs the form. */
const passwordInstead = (form: string, isOpen: boolean): string =>
  `<details${isOpen ? ' open' : ''}>
<summary>Sign in with a password</summary>
<p class="muted">Only for the break-glass administrator. Everyone else uses single sign-on.</p>
${form}
</details>`;
