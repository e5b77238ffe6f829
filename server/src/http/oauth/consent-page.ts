import type { FastifyReply } from 'fastify';
import type { Principal } from '../../core/access/index.ts';
import { type Authorization, isLoopback } from '../../core/oauth/index.ts';
import { hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput } from '../request/session.ts';

interface Consent {
  readonly authorization: Authorization;
  readonly principal: Principal;
  readonly formToken: string;
  readonly requestToken: string;
  /** The authorization request, so that another user can sign in and continue. */
  readonly returnTo: string;
}

/** What each scope allows, and the permission that the user's role needs for it. */
const meanings = {
  api: {
    title: 'the REST API',
    text: 'It can see and change in this workspace everything that you can see and change, by the REST API.',
    permission: 'api.access_rest',
    label: 'Access REST API',
  },
  mcp: {
    title: 'AI agents',
    text: 'An AI agent can see and change in this workspace everything that you can see and change.',
    permission: 'api.access_mcp',
    label: 'Connect AI agents',
  },
} as const;

/** Everything that the app says about itself is escaped and marked as its claim. */
export function sendConsentPage(reply: FastifyReply, consent: Consent): FastifyReply {
  const { authorization, principal } = consent;
  return sendFormPage(reply, {
    title: 'Allow access?',
    workspace: principal.workspace.name,
    forms: 'anywhere',
    body: `<section>
${heading(authorization)}
${[...warnings(authorization, principal)].map((text) => `<p class="warning">${escapeHtml(text)}</p>`).join('\n')}
<p class="below">${escapeHtml(meanings[authorization.scope].text)} Your name stands in the history of what it does.</p>
<p class="below">You will be sent back to <strong>${escapeHtml(new URL(authorization.redirectUri).host)}</strong>.
You can end this access at any time, on <a href="/account">your account page</a>.</p>
${decisionForm(consent)}
</section>
${whoIsAsked(consent)}`,
  });
}

/** An app that describes itself is shown by its host in large type, because only the host is verified. */
function heading({ app }: Authorization): string {
  if (!app.metadata) {
    return `<h1>Allow ${escapeHtml(app.name)}?</h1>
<p class="muted">An administrator of this workspace has set up this app.</p>`;
  }
  return `<h1>Allow ${escapeHtml(new URL(app.clientId).host)}?</h1>
<p class="muted">It calls itself “${escapeHtml(app.name)}”. This name is given by the app, not verified.</p>`;
}

function* warnings({ app, scope, redirectUri }: Authorization, { role }: Principal): Generator<string> {
  const { permission, label, title } = meanings[scope];
  if (!app.isKnown) {
    yield `Nobody in this workspace has used this app before. With your approval it is set up here, for ${title} only.`;
  }
  if (app.isChanged) {
    yield 'What this app says of itself has changed since it was last approved here.';
  }
  if (isLoopback(redirectUri)) {
    yield 'An app on this computer asks. Allow it only if you have just started it yourself.';
  }
  if (!role.isAdmin && role.permissions[permission] !== true) {
    yield `Your role does not have “${label}”, so the app will be refused until an administrator enables it.`;
  }
}

/**
 * Deny comes first and has the focus, so that an accidental key press never approves. The buttons are sticky:
 * otherwise the browser would scroll to the focus, past the app's name. The name and values of `decision` are
 * a contract (spec/provisioning §6).
 */
const decisionForm = ({
  formToken,
  requestToken,
}: Consent) => `<form class="decision" method="post" action="/oauth2/consent">
${formTokenInput(formToken)}
${hidden('request', requestToken)}
<button class="refuse" name="decision" value="deny" autofocus>Refuse</button>
<button name="decision" value="approve">Allow access</button>
</form>`;

const whoIsAsked = ({ principal, formToken, returnTo }: Consent) => `<form method="post" action="/sign-out">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
<p class="muted">Signed in to ${escapeHtml(principal.workspace.name)} as ${escapeHtml(principal.user.name)} (${escapeHtml(principal.user.email)}).<br>
<button class="link">Not you?</button></p>
</form>`;
