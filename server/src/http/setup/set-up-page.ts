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

/**
 * Sends the form for the workspace and its administrator. If the workspace already exists, its URL can't be
 * changed.
 */
export function sendSetUpPage(reply: FastifyReply, shown: Shown): FastifyReply {
  const { secret, workspace, given, error, examined } = shown;
  const isWrong = error !== undefined;
  const address = field({
    name: 'base_url',
    label: 'URL',
    type: 'url',
    autocomplete: 'url',
    value: given.baseUrl ?? '',
    hint: 'The URL that people will use, without a path. Links in emails start with it. Only a server administrator can change it later, with `hark workspace address`.',
  });
  return sendFormPage(reply, {
    status: isWrong ? 400 : 200,
    title: 'Set up Hark',
    // The form redirects to the sign-in page at the given URL, which may be on another host.
    forms: 'anywhere',
    body: `<section>
<h1>Set up Hark</h1>
<p class="muted">Create the workspace and your administrator account. You can use this page only once.</p>
${errorSummary(error)}${isWrong ? '' : faultSummary(examined)}
<form method="post" action="/set-up" id="set-up">
${hidden('secret', secret)}
${isWrong && examined?.isReached === false ? hidden('anyway', examined.baseUrl) : ''}
${field({ name: 'workspace_name', label: 'Workspace name', type: 'text', autocomplete: 'organization', value: given.workspaceName ?? '', isFocused: true })}
${workspace ? '' : address}
${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: given.name ?? '' })}
${field({ name: 'email', label: 'Your email address', type: 'email', autocomplete: 'username', value: given.email ?? '' })}
${field({ name: 'new_password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 12 characters. A phrase of a few words is easy to remember.' })}
${field({ name: 'repeated', label: 'Confirm password', type: 'password', autocomplete: 'new-password' })}
<button class="whole" type="submit">Set up Hark</button>
</form>
</section>
${examination(shown)}`,
  });
}

const faultsOf = (examined: Examined | undefined) => examined?.findings.filter(({ ok }) => !ok).length ?? 0;

/** Shown above the form, so users notice it before they fill in the form. */
function faultSummary(examined: Examined | undefined): string {
  const count = faultsOf(examined);
  if (count === 0) return '';
  const problems = count === 1 ? '1 problem' : `${count} problems`;
  return `<div class="warning" role="status">Hark found ${problems} with this URL. <a href="#address">See below</a>. You can continue anyway.</div>`;
}

const names: Readonly<Record<string, string>> = {
  address: 'URL',
  https: 'https',
  host: 'Host header',
  callers: 'Client IP address',
  keys: 'API keys',
  clocks: 'Clocks',
};

/**
 * Shows the result of the URL check. The page has no scripts, so it can't read the browser's clock; instead
 * it shows the server's time for the user to compare.
 */
function examination({ examined, workspace, now }: Shown): string {
  const [date, time = ''] = now.toISOString().split('T');
  const items = (examined?.findings ?? []).map(
    ({ check, ok, says }) =>
      `<li class="${ok ? 'good' : 'bad'}"><p><strong>${names[check] ?? check}: ${ok ? 'OK' : 'needs attention'}.</strong> ${withCode(says)}</p></li>`,
  );
  const change = workspace ? '' : ' To check another URL, change it above and check again.';
  return `<section id="address">
<h2>Connection check</h2>
<p class="muted">${examined ? `Hark sent a request to ${escapeHtml(examined.baseUrl)}, the way callers will.` : 'Hark can send a request to the URL, the way callers will.'}${change}</p>
${items.length === 0 ? '' : `<ul class="findings">\n${items.join('\n')}\n</ul>`}
<button class="quiet" type="submit" form="set-up" name="check" value="1" formnovalidate>${examined ? 'Check again' : 'Check'}</button>
<p class="hint below">The server's time is <time datetime="${now.toISOString()}">${date} ${time.slice(0, 8)} UTC</time>. If your clock shows a different time, one of the two clocks is wrong, and links and tokens may expire at the wrong time.</p>
</section>`;
}
