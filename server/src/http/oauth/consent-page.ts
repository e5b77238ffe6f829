import type { FastifyReply } from 'fastify';
import type { Principal } from '../../core/access/index.ts';
import { type Authorization, isLoopback } from '../../core/oauth/index.ts';
import { mark } from '../pages/brand.ts';
import { hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput } from '../request/session.ts';

interface Consent {
  readonly authorization: Authorization;
  readonly principal: Principal;
  readonly formToken: string;
  readonly requestToken: string;
  /** The authorization request's URL, so that another user can sign in, or this one confirm who they are, and continue. */
  readonly returnTo: string;
}

/** What each scope allows, and the permission that the user's role needs for it. */
const meanings = {
  api: {
    title: 'the REST API',
    may: 'Use the REST API',
    text: 'It can see and change everything that you can see and change in this workspace.',
    permission: 'api.access_rest',
    label: 'Access REST API',
  },
  mcp: {
    title: 'AI agents',
    may: 'Connect an AI agent',
    text: 'The agent can see and change everything that you can see and change in this workspace.',
    permission: 'api.access_mcp',
    label: 'Connect AI agents',
  },
} as const;

/** Sends the consent page. Text from the app is escaped and marked as unverified. */
export function sendConsentPage(reply: FastifyReply, consent: Consent): FastifyReply {
  const { authorization, principal } = consent;
  return sendFormPage(reply, {
    title: 'Allow access?',
    workspace: principal.workspace.name,
    forms: 'anywhere',
    header: appAndHark(shownNameOf(authorization)),
    body: `<section class="consent">
${heading(authorization, principal)}
${[...warnings(authorization, principal)].map((text) => `<p class="warning">${escapeHtml(text)}</p>`).join('\n')}
<ul class="facts">
${fact(meanings[authorization.scope].may, meanings[authorization.scope].text)}
${fact('Act in your name', 'Its changes appear under your name.')}
<li class="never">${icon('<path d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m7-2l4 4m0-4l-4 4"/>')}<strong>Never sees your password</strong></li>
</ul>
<p class="below muted">You'll be redirected to <strong>${escapeHtml(new URL(authorization.redirectUri).host)}</strong>.
You can revoke access at any time on <a href="/settings/account">your account page</a>.</p>
${decisionForm(consent)}
</section>
${signedInAs(consent)}`,
  });
}

/** The app's initials and the mark. */
const appAndHark = (app: string) =>
  `<p class="brand" aria-hidden="true"><span class="app">${escapeHtml(initialsOf(app))}</span><span class="dots">···</span>${mark(44)}</p>`;

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

const icon = (paths: string) =>
  `<svg width="17" height="17" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;

const fact = (title: string, text: string) =>
  `<li>${icon('<path d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0l2 2l4-4"/>')}<strong>${escapeHtml(title)}</strong><span>${escapeHtml(text)}</span></li>`;

/** The name to show. For an app with a metadata document it is the host, because only the host is verified. */
const shownNameOf = ({ app }: Authorization) => (app.metadata ? new URL(app.clientId).host : app.name);

function heading(authorization: Authorization, { workspace }: Principal): string {
  const { app } = authorization;
  return `<h1>Allow ${escapeHtml(shownNameOf(authorization))} to access ${escapeHtml(workspace.name)}?</h1>
<p class="muted">${
    app.metadata
      ? `The app calls itself “${escapeHtml(app.name)}”. This name isn't verified.`
      : 'An administrator of this workspace added this app.'
  }</p>`;
}

function* warnings({ app, scope, redirectUri }: Authorization, { role }: Principal): Generator<string> {
  const { permission, label, title } = meanings[scope];
  if (!app.isKnown) {
    yield `No one in this workspace has used this app before. If you allow it, it's added to the workspace, for ${title} only.`;
  }
  if (app.isChanged) {
    yield "The app's description of itself has changed since it was last approved in this workspace.";
  }
  if (isLoopback(redirectUri)) {
    yield 'This app runs on your computer. Continue only if you just opened it yourself.';
  }
  if (!role.isAdmin && role.permissions[permission] !== true) {
    yield `Your role doesn't have “${label}”, so the app's requests are rejected until an administrator enables that permission.`;
  }
}

/**
 * Renders the decision form. Deny comes first and has the focus, so an accidental key press never approves. The
 * buttons are sticky; otherwise the browser would scroll to the focused button, past the app's name. The name
 * and values of `decision` are a contract (spec/provisioning §6).
 */
const decisionForm = ({
  formToken,
  requestToken,
  returnTo,
}: Consent) => `<form class="decision" method="post" action="/oauth2/consent">
${formTokenInput(formToken)}
${hidden('request', requestToken)}
${hidden('return_to', returnTo)}
<button class="deny" name="decision" value="deny" autofocus>Deny</button>
<button name="decision" value="approve">Allow access</button>
</form>`;

const signedInAs = ({ principal, formToken, returnTo }: Consent) => `<form method="post" action="/sign-out">
${formTokenInput(formToken)}
${hidden('return_to', returnTo)}
<p class="muted centered">Signed in to ${escapeHtml(principal.workspace.name)} as ${escapeHtml(principal.user.name)} (${escapeHtml(principal.user.email)}).<br>
<button class="link">Not you?</button></p>
</form>`;
