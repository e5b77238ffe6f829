import type { FastifyReply } from 'fastify';
import type { SetUpForm } from '../../core/set-up/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import { errorSummary, field, hidden, sendFormPage } from '../form-page.ts';

interface Shown {
  readonly secret: string;
  readonly workspace: Workspace | undefined;
  readonly given: Partial<SetUpForm>;
  readonly error?: string;
}

/** Asks for the workspace and its administrator. Where the workspace is there already, its address is fixed. */
export function sendSetUpPage(reply: FastifyReply, { secret, workspace, given, error }: Shown): FastifyReply {
  const isWrong = error !== undefined;
  const address = field({
    name: 'base_url',
    label: 'Address',
    type: 'url',
    autocomplete: 'url',
    value: given.baseUrl ?? '',
    hint: 'As people type it, without a path. Links in mails and for apps begin with it.',
  });
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Set up Hark',
    body: `<section>
<h1>Set up Hark</h1>
<p class="muted">The workspace, and you as its administrator. This page works once.</p>
${errorSummary(error)}
<form method="post" action="/set-up">
${hidden('secret', secret)}
${field({ name: 'workspace_name', label: 'Name of the workspace', type: 'text', autocomplete: 'organization', value: given.workspaceName ?? '', isFocused: true })}
${workspace ? '' : address}
${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: given.name ?? '' })}
${field({ name: 'email', label: 'Your e-mail address', type: 'email', autocomplete: 'username', value: given.email ?? '' })}
${field({ name: 'new_password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters. A few words are easy to remember.' })}
${field({ name: 'repeated', label: 'Password, again', type: 'password', autocomplete: 'new-password' })}
<button class="whole" type="submit">Set up</button>
</form>
</section>`,
  });
}
