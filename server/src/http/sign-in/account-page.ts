import type { FastifyReply } from 'fastify';
import type { ListedApiClient } from '../../core/api-clients/index.ts';
import type { Grant } from '../../core/oauth/index.ts';
import type { ListedSession } from '../../core/sessions/index.ts';
import { errorSummary, field, hidden, noticeBox, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, type SignedIn } from '../request/session.ts';

interface Shown {
  readonly signedIn: SignedIn;
  readonly sessions: readonly ListedSession[];
  readonly grants: readonly Grant[];
  readonly clients: readonly ListedApiClient[];
  /** The workspace's time zone, in which the page shows times. */
  readonly timezone: string;
  readonly error?: string;
  readonly notice?: string | undefined;
}

export function sendAccountPage(
  reply: FastifyReply,
  { signedIn, sessions, grants, clients, timezone, error, notice }: Shown,
): FastifyReply {
  const { user, role, workspace } = signedIn.session.principal;
  const moment = momentIn(timezone);
  return sendFormPage(reply, {
    status: error === undefined ? 200 : 400,
    title: 'Your account',
    workspace: workspace.name,
    isWide: true,
    body: `<p class="links"><a href="/">Back to the console</a></p>
<section>
<h1>Your account</h1>
<p><strong>${escapeHtml(user.name)}</strong><br>
<span class="muted">${escapeHtml(user.email)}, ${escapeHtml(role.name)} in ${escapeHtml(workspace.name)}</span></p>
<form method="post" action="/sign-out">
${formTokenInput(signedIn.formToken)}
<button class="quiet" type="submit">Sign out</button>
</form>
${noticeBox(notice)}
</section>
${passwordSection(signedIn, error)}
<section>
<h2>Authorized apps</h2>
${grants.length === 0 ? '<p class="muted">You haven\'t authorized any apps.</p>' : `<ul>\n${grants.map((grant) => appItem(grant, signedIn, moment)).join('\n')}\n</ul>`}
</section>
<section>
<h2>Your API clients</h2>
<p class="muted">Integrations with a token that doesn't expire. Delete the ones you don't recognize. To add clients or see your API key, open <a href="/apps/api">API Settings</a>.</p>
${clients.length === 0 ? '<p class="muted">You have no API clients.</p>' : `<ul>\n${clients.map((client) => clientItem(client, signedIn, moment)).join('\n')}\n</ul>`}
</section>
<section>
<h2>Where you are signed in</h2>
<ul>
${sessions.map((session) => sessionItem(session, signedIn, moment)).join('\n')}
</ul>
</section>`,
  });
}

function passwordSection({ formToken, session }: SignedIn, error: string | undefined): string {
  const isWrong = error !== undefined;
  return `<section>
<h2>Change your password</h2>
<p class="muted">A new password signs you out everywhere else, disconnects all apps, cancels unused password links and replaces your API key. API clients keep working; they're listed below.</p>
${errorSummary(error)}
<form method="post" action="/account/password">
${formTokenInput(formToken)}
<input type="text" hidden readonly autocomplete="username" value="${escapeHtml(session.principal.user.email)}">
${field({ name: 'password', label: 'Current password', type: 'password', autocomplete: 'current-password', isFocused: isWrong, isWrong })}
${field({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters.', isWrong })}
${field({ name: 'repeated', label: 'Confirm new password', type: 'password', autocomplete: 'new-password', isWrong })}
<button type="submit">Change password</button>
</form>
</section>`;
}

type Moment = (at: Date) => string;

/** Returns a function that writes times like the console does, with the time zone, because this page has no scripts. */
function momentIn(timeZone: string): Moment {
  const format = new Intl.DateTimeFormat('en', {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  });
  return (at) => `<time datetime="${at.toISOString()}">${escapeHtml(format.format(at))}</time>`;
}

function sessionItem(listed: ListedSession, { session, formToken }: SignedIn, moment: Moment): string {
  const { id, browser, network, createdAt, lastUsedAt } = listed;
  const about = `<p><strong>${escapeHtml(browser)}</strong>${id === session.id ? ' (this session)' : ''}<br>
<span class="muted">${escapeHtml(network)}, since ${moment(createdAt)}, last used ${moment(lastUsedAt)}</span></p>`;
  if (id === session.id) return `<li>${about}</li>`;
  return `<li>${about}
<form method="post" action="/account/end-session">
${formTokenInput(formToken)}
${hidden('session', String(id))}
<button class="quiet" type="submit" aria-label="Sign out: ${escapeHtml(browser)}, ${escapeHtml(network)}">Sign out</button>
</form></li>`;
}

const reaches = { api: 'via the REST API', mcp: 'as an AI agent' } as const;

function clientItem(
  { id, name, scope, active, createdAt, lastUsedAt }: ListedApiClient,
  { formToken }: SignedIn,
  moment: Moment,
): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${moment(lastUsedAt)}`;
  return `<li><p><strong>${escapeHtml(name)}</strong>${active ? '' : ' (disabled)'}<br>
<span class="muted">${reaches[scope]}, created ${moment(createdAt)}, ${used}</span></p>
<form method="post" action="/account/delete-client">
${formTokenInput(formToken)}
${hidden('client', String(id))}
<button class="quiet" type="submit" aria-label="Delete ${escapeHtml(name)}">Delete</button>
</form></li>`;
}

function appItem(
  { id, client, scope, approvedAt, lastUsedAt }: Grant,
  { formToken }: SignedIn,
  moment: Moment,
): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${moment(lastUsedAt)}`;
  return `<li><p><strong>${escapeHtml(client.name)}</strong><br>
<span class="muted">${reaches[scope]}, authorized ${moment(approvedAt)}, ${used}</span></p>
<form method="post" action="/account/remove-app">
${formTokenInput(formToken)}
${hidden('grant', String(id))}
<button class="quiet" type="submit" aria-label="Revoke access for ${escapeHtml(client.name)}, authorized ${approvedAt.toISOString().slice(0, 10)}">Revoke access</button>
</form></li>`;
}
