import type { FastifyReply, FastifyRequest } from 'fastify';
import { openUndoLink, type UndoableFactor, undoFactor } from '../../core/second-factors/index.ts';
import { formatMinute } from '../../lib/clock.ts';
import { formOf } from '../base/form.ts';
import { queryOf } from '../base/request-target.ts';
import { backToSignIn, hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { formTokenInput, requireVisitorForm, visitorFormToken } from '../request/session.ts';
import { visitorOf } from '../request/visitor.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { SignInOptions } from './sign-in-options.ts';

const nameOf = ({ passkey }: UndoableFactor): string =>
  passkey === null ? 'authenticator app' : `passkey “${passkey}”`;

/** `GET /second-factor/undo?link=…`: asks first, because mail scanners open links. */
export const showUndoFactor =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const link = queryOf(request.url).get('link') ?? '';
    const factor = await openUndoLink(context, workspaceOf(request), link);
    const title = `Remove the ${nameOf(factor)}?`;
    return sendFormPage(reply, {
      title,
      workspace: workspaceOf(request).name,
      body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">It was added to the account of ${escapeHtml(factor.user.email)} on ${formatMinute(factor.addedAt)}. Remove it if that wasn't you.</p>
<p class="muted">This also signs you out everywhere. If it is your only second factor, your recovery codes stop working.</p>
<form method="post" action="/second-factor/undo">
${formTokenInput(visitorFormToken(request, reply))}
${hidden('link', link)}
<button class="whole" type="submit">Remove and sign out everywhere</button>
</form>
</section>`,
    });
  };

/** `POST /second-factor/undo`: removes the factor. */
export const doUndoFactor =
  ({ context }: SignInOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOf(request);
    requireVisitorForm(request, form);
    const workspace = workspaceOf(request);
    const factor = await undoFactor(context, workspace, form.get('link') ?? '', visitorOf(request));
    const title = `The ${nameOf(factor)} was removed`;
    return sendFormPage(reply, {
      title,
      workspace: workspace.name,
      body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">You are signed out everywhere. Someone who could add it may know your password, so choose another one now.</p>
<a class="button" href="/forgotten">Set a new password</a>
${backToSignIn}
</section>`,
    });
  };
