import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { type Change, makeChange } from '../../core/audit/index.ts';
import {
  type AddedFactor,
  addApp,
  addNewPasskey,
  beginApp,
  beginPasskey,
  checkNewApp,
  checkNewPasskey,
  renewCodes,
} from '../../core/second-factors/index.ts';
import { actorOf, isComplete } from '../../core/sessions/index.ts';
import { isConfirmed } from '../../core/sign-in/index.ts';
import { HarkError, messageOf } from '../../lib/errors.ts';
import { queryOf } from '../base/request-target.ts';
import { errorSummary, field, hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, type SignedIn, sendToConfirm, signedInBrowser } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { type FormAct, onSignedIn, onSignedInForm, type Page } from './on-signed-in.ts';
import { returnPathOf, withReturn } from './return-path.ts';
import type { SignInOptions } from './sign-in-options.ts';

/** Shows a page to a user who has proved who they are within the last 15 minutes (spec/sign-in §3). */
const onConfirmed = (options: SignInOptions, page: Page) =>
  onSignedIn(options, async (request, reply, signedIn) =>
    isConfirmed(options.context, signedIn.session)
      ? page(request, reply, signedIn)
      : sendToConfirm(reply, request.url),
  );

const onConfirmedForm = (options: SignInOptions, act: FormAct) =>
  onSignedInForm(options, async (request, reply, signedIn, form) =>
    isConfirmed(options.context, signedIn.session)
      ? act(request, reply, signedIn, form)
      : sendToConfirm(reply, '/second-factor'),
  );

/** `GET /second-factor`: offers the kinds of second factors. */
export const showSecondFactor = (options: SignInOptions) =>
  onConfirmed(options, async (request, reply, { session }) => {
    const returnTo = returnPathOf(queryOf(request.url));
    const { name } = session.principal.role;
    const reason = isComplete(session)
      ? "With a second factor, a stolen password isn't enough to sign in as you."
      : `Your role, ${name}, requires a second factor. Setting one up takes a minute; then you can continue.`;
    return sendFormPage(reply, {
      title: 'Set up a second factor',
      workspace: workspaceOf(request).name,
      body: `<section>
<h1>Set up a second factor</h1>
<p class="muted">${escapeHtml(reason)}</p>
<div data-passkeys hidden>
<a class="choice" href="${escapeHtml(withReturn('/second-factor/passkey', returnTo))}"><strong>Passkey</strong><span class="muted">Your fingerprint, face or screen lock, or a security key. You can also use it instead of your password.</span></a>
</div>
<a class="choice" href="${escapeHtml(withReturn('/second-factor/app', returnTo))}"><strong>Authenticator app</strong><span class="muted">A code from an app on your phone, such as Google Authenticator or 1Password.</span></a>
${cancelLink(session, returnTo)}
</section>`,
    });
  });

/** A user who needs a second factor can only sign out instead. */
const cancelLink = (session: SignedIn['session'], returnTo: string): string =>
  isComplete(session) ? `<p class="below links"><a href="${escapeHtml(returnTo)}">Cancel</a></p>` : '';

/** `GET /second-factor/app`: shows the secret for the app and asks for a first code. */
export const showNewApp = (options: SignInOptions) =>
  onConfirmed(options, (request, reply, signedIn) =>
    sendNewApp(options, request, reply, { signedIn, returnTo: returnPathOf(queryOf(request.url)) }),
  );

/** `POST /second-factor/app`: sets the app up if the code is right. */
export const doNewApp = (options: SignInOptions) =>
  onConfirmedForm(options, async (request, reply, signedIn, form) => {
    const { session } = signedIn;
    const returnTo = returnPathOf(form);
    try {
      const app = await checkNewApp(options.context, signedInBrowser(request), form.get('code') ?? '');
      const codes = await add(options, request, session, (change) => addApp(change, session, app));
      return codes ? sendCodes(request, reply, codes, returnTo) : reply.redirect(returnTo, 303);
    } catch (error) {
      // After too long, the page shows another secret.
      if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
      return sendNewApp(options, request, reply, { signedIn, returnTo, error: error.message });
    }
  });

/** Adds a factor and sends the email about it. The response doesn't wait for the mail server. */
async function add(
  { context, mailer, logger }: SignInOptions,
  request: FastifyRequest,
  session: SignedIn['session'],
  work: (change: Change) => Promise<AddedFactor>,
): Promise<string[] | undefined> {
  const actor = actorOf(session, visitorOf(request));
  const { codes, mail } = await makeChange(context, session.principal.workspace.id, actor, work);
  mailer
    ?.send(mail)
    .catch((error) =>
      logger.error(
        { request_id: request.id, reason: messageOf(error) },
        'email about a new second factor failed',
      ),
    );
  return codes;
}

async function sendNewApp(
  { context }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, returnTo, error }: { signedIn: SignedIn; returnTo: string; error?: string },
): Promise<FastifyReply> {
  const { secret, uri } = await beginApp(context, signedInBrowser(request), signedIn.session);
  const isWrong = error !== undefined;
  const picture = renderSVG(uri, { border: 0 }).replace(
    '<svg ',
    '<svg class="qr" role="img" aria-label="QR code with the key below" ',
  );
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Set up an authenticator app',
    workspace: workspaceOf(request).name,
    body: `<section>
<h1>Set up an authenticator app</h1>
<p><strong>1.</strong> Scan the QR code with the app, or enter the key.</p>
${picture}
<code class="secret" data-copy="${escapeHtml(secret)}">${escapeHtml(secret.replace(/(.{4})(?=.)/g, '$1 '))}</code>
<p class="centered links"><a href="${escapeHtml(uri)}">Open in an app on this device</a></p>
${errorSummary(error)}
<form method="post" action="/second-factor/app">
${formTokenInput(signedIn.formToken)}
${hidden('return_to', returnTo)}
${field({ name: 'code', label: '2. Enter the code that the app shows', type: 'text', autocomplete: 'one-time-code', isFocused: true, isWrong })}
<button class="whole" type="submit">Turn on</button>
</form>
<p class="below links"><a href="${escapeHtml(withReturn('/second-factor', returnTo))}">Choose another way</a></p>
</section>`,
  });
}

/** `GET /second-factor/passkey`: asks for a name, then the script asks the browser to create a passkey. */
export const showNewPasskey = (options: SignInOptions) =>
  onConfirmed(options, async (request, reply, { formToken }) => {
    const returnTo = returnPathOf(queryOf(request.url));
    const another = withReturn('/second-factor', returnTo);
    return sendFormPage(reply, {
      title: 'Add a passkey',
      workspace: workspaceOf(request).name,
      body: `<section>
<h1>Add a passkey</h1>
<p class="muted">Your browser asks for your fingerprint, face, screen lock, or security key. Hark stores only a public key.</p>
<p class="warning" data-no-passkeys>This browser can't use passkeys here. They need a current browser, and an https URL with a host name.</p>
<div data-passkeys hidden>
<form method="post" action="/second-factor/passkey" data-options="/second-factor/passkey/options" data-act="create">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
${hidden('response', '')}
${field({ name: 'name', label: 'Name', type: 'text', autocomplete: 'off', value: 'My device', hint: 'So that you recognize it in the list.', isFocused: true })}
<div class="error" role="alert" hidden></div>
<button class="whole" type="submit">Add passkey</button>
</form>
</div>
<p class="below links"><a href="${escapeHtml(another)}">Choose another way</a></p>
</section>`,
    });
  });

/** `POST /second-factor/passkey/options`: returns what the browser needs to create a passkey. */
export const beginNewPasskey = (options: SignInOptions) =>
  onConfirmedForm(options, async (request, reply, { session }) =>
    reply.send(await beginPasskey(options.context, signedInBrowser(request), session)),
  );

/** `POST /second-factor/passkey`: stores the new passkey. */
export const doNewPasskey = (options: SignInOptions) =>
  onConfirmedForm(options, async (request, reply, { session }, form) => {
    const { workspace } = session.principal;
    const given = { name: form.get('name') ?? '', response: form.get('response') ?? '' };
    const passkey = await checkNewPasskey(options.context, signedInBrowser(request), workspace, given);
    const codes = await add(options, request, session, (change) => addNewPasskey(change, session, passkey));
    const returnTo = returnPathOf(form);
    return codes ? sendCodes(request, reply, codes, returnTo) : reply.redirect(returnTo, 303);
  });

/** `GET /second-factor/recovery-codes`: asks before it replaces the codes. */
export const showRenewCodes = (options: SignInOptions) =>
  onConfirmed(options, async (request, reply, { formToken }) => {
    const returnTo = returnPathOf(queryOf(request.url));
    return sendFormPage(reply, {
      title: 'New recovery codes',
      workspace: workspaceOf(request).name,
      body: `<section>
<h1>Get new recovery codes</h1>
<p class="muted">You get ten new codes. Your old codes stop working.</p>
<form method="post" action="/second-factor/recovery-codes">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
<button class="whole" type="submit">Get new codes</button>
</form>
<p class="below links"><a href="${escapeHtml(returnTo)}">Cancel</a></p>
</section>`,
    });
  });

/** `POST /second-factor/recovery-codes`: replaces the recovery codes and shows the new ones. */
export const doRenewCodes = (options: SignInOptions) =>
  onConfirmedForm(options, async (request, reply, { session }, form) => {
    const actor = actorOf(session, visitorOf(request));
    const codes = await makeChange(options.context, session.principal.workspace.id, actor, (change) =>
      renewCodes(change, session),
    );
    return sendCodes(request, reply, codes, returnPathOf(form));
  });

/** Shows recovery codes. They can't be shown again, because only their hashes are stored. */
const sendCodes = (
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  returnTo: string,
): FastifyReply =>
  sendFormPage(reply.header('cache-control', 'no-store'), {
    title: 'Recovery codes',
    workspace: workspaceOf(request).name,
    body: `<section>
<h1>Keep these recovery codes</h1>
<p class="muted">If you lose your phone or passkey, each code signs you in once instead. Store them where you keep your passwords: Hark can't show them again.</p>
<ul class="codes">${codes.map((code) => `<li>${code}</li>`).join('')}</ul>
<a class="button" href="${escapeHtml(returnTo)}">I have stored them</a>
</section>`,
  });
