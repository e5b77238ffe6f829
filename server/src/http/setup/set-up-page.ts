import type { FastifyReply } from 'fastify';
import type { Examined } from '../../core/self-check/index.ts';
import type { SetUpForm } from '../../core/setup/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import { errorSummary, field, hidden, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml, withCode } from '../pages/html.ts';

interface Shown {
  readonly secret: string;
  readonly workspace: Workspace | undefined;
  readonly given: Partial<SetUpForm>;
  /** The result of the URL check, if it ran. */
  readonly examined?: Examined | undefined;
  readonly now: Date;
  readonly error?: string;
}

/** Asks for the workspace and its administrator. If the workspace already exists, its URL is fixed. */
export function sendSetUpPage(reply: FastifyReply, shown: Shown): FastifyReply {
  const { secret, workspace, given, error, examined } = shown;
  const isWrong = error !== undefined;
  const address = field({
    name: 'base_url',
    label: 'Address',
    type: 'url',
    autocomplete: 'url',
    value: given.baseUrl ?? '',
    hint: 'As people type it, without a path. Links in mails and for apps begin with it. It stays as it is.',
  });
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Set up Hark',
    // Redirects to the sign-in page at the given URL, which may be on another host.
    forms: 'anywhere',
    body: `<section>
<h1>Set up Hark</h1>
<p class="muted">The workspace, and you as its administrator. This page works once.</p>
${errorSummary(error)}${isWrong ? '' : faultSummary(examined)}
<form method="post" action="/set-up" id="set-up">
${hidden('secret', secret)}
${isWrong && examined?.isReached === false ? hidden('anyway', examined.baseUrl) : ''}
${field({ name: 'workspace_name', label: 'Name of the workspace', type: 'text', autocomplete: 'organization', value: given.workspaceName ?? '', isFocused: true })}
${workspace ? '' : address}
${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: given.name ?? '' })}
${field({ name: 'email', label: 'Your e-mail address', type: 'email', autocomplete: 'username', value: given.email ?? '' })}
${field({ name: 'new_password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters. A few words are easy to remember.' })}
${field({ name: 'repeated', label: 'Password, again', type: 'password', autocomplete: 'new-password' })}
<button class="whole" type="submit">Set up</button>
</form>
</section>
${examination(shown)}`,
  });
}

const faultsOf = (examined: Examined | undefined) => examined?.findings.filter(({ ok }) => !ok).length ?? 0;

/** Placed before the form, so that users see it before they fill it in. */
function faultSummary(examined: Examined | undefined): string {
  const count = faultsOf(examined);
  if (count === 0) return '';
  const what = count === 1 ? 'One thing' : `${count} things`;
  return `<div class="warning" role="status">${what} about this address ${count === 1 ? 'needs' : 'need'} a look: <a href="#address">see below</a>. You can go on all the same.</div>`;
}

const names: Readonly<Record<string, string>> = {
  address: 'Address',
  https: 'https',
  host: 'Host',
  callers: 'Callers',
  clocks: 'Clocks',
};

/** Without a script the browser can't report its clock, so the user compares it. */
function examination({ examined, workspace, now }: Shown): string {
  const [date, time = ''] = now.toISOString().split('T');
  const items = (examined?.findings ?? []).map(
    ({ check, ok, says }) =>
      `<li class="${ok ? 'good' : 'bad'}"><p><strong>${names[check] ?? check}: ${ok ? 'good' : 'needs a look'}.</strong> ${withCode(says)}</p></li>`,
  );
  const change = workspace ? '' : ' Change the address above, and look again.';
  return `<section id="address">
<h2>Does the address lead here?</h2>
<p class="muted">${examined ? `Hark has called ${escapeHtml(examined.baseUrl)} from outside, as everybody will.` : 'Hark can call the address from outside, as everybody will.'}${change}</p>
${items.length === 0 ? '' : `<ul class="findings">\n${items.join('\n')}\n</ul>`}
<button class="quiet" type="submit" form="set-up" name="check" value="1" formnovalidate>${examined ? 'Look again' : 'Look'}</button>
<p class="hint below">This machine says <time datetime="${now.toISOString()}">${date} ${time.slice(0, 8)} UTC</time>. If your clock says something else, one of them is wrong, and links and tokens will expire at the wrong time.</p>
</section>`;
}
