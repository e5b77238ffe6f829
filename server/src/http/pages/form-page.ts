import type { FastifyReply } from 'fastify';
import { brand, brandStyle } from './brand.ts';
import { escapeHtml, htmlPage, policyFor, withCode } from './html.ts';
import { fontFace, pageColours, pageFont } from './page-colors.ts';
import { pageScript } from './page-script.ts';

const style = `${fontFace}${pageColours}${brandStyle}* { box-sizing: border-box; }
body { position: relative; margin: 0; overflow-x: hidden; background: var(--canvas); color: var(--text);
  font: 0.875rem/1.55 ${pageFont}; -webkit-font-smoothing: antialiased; }
main { position: relative; display: flex; flex-direction: column; justify-content: center; max-width: 26.5rem; min-height: 100vh;
  margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
.waves { position: fixed; inset: 0; width: 100%; height: 100%; color: var(--waves); }
section { margin-bottom: 1rem; padding: 1.75rem; border: 1px solid var(--frame); border-radius: 1rem;
  background: var(--background); box-shadow: var(--shadow); }
section > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 0.25rem; font-size: 1.25rem; line-height: 1.4; font-weight: 600; letter-spacing: -0.017em; }
h2 { margin: 0 0 0.5rem; font-size: 1rem; font-weight: 600; }
p { margin: 0 0 1rem; }
.muted, .hint { color: var(--muted); }
.muted strong { color: var(--text); }
.hint { margin: 0 0 0.35rem; font-size: 0.8125rem; }
label { display: block; margin-top: 1rem; font-weight: 500; }
input { width: 100%; min-height: 2.5rem; margin-top: 0.25rem; padding: 0.4rem 0.75rem; border: 1px solid var(--line);
  border-radius: 0.375rem; background: var(--background); color: inherit; font: inherit; }
input[aria-invalid] { border-color: var(--error); border-width: 2px; }
button { min-height: 2.5rem; margin-top: 1.5rem; padding: 0.4rem 1rem; border: 1px solid transparent; border-radius: 0.375rem;
  background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: var(--fill-hover); }
button.whole { width: 100%; }
button.quiet, button.deny { border-color: var(--line); background: var(--background); color: var(--text); }
button.quiet:hover, button.deny:hover { background: var(--code); }
button.quiet { margin: 0; }
button.link { min-height: 1.5rem; margin: 0; padding: 0; border: 0; background: none; color: var(--link); }
.decision { position: sticky; bottom: 0; display: flex; gap: 0.75rem; padding: 1rem 0 0.5rem; background: var(--background); }
.decision button { flex: 1; margin: 0; padding: 0.5rem; }
@media (max-width: 25rem) { .decision { flex-direction: column; } .decision button { flex: none; } }
a { color: var(--link); }
.links a { font-weight: 500; text-decoration: none; }
.links a:hover, button.link:hover { background: none; text-decoration: underline; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
input:focus-visible { border-color: var(--waves); outline: 3px solid color-mix(in srgb, var(--waves) 22%, transparent); }
.error, .notice, .warning { margin: 1rem 0 0; padding: 0.75rem 1rem; border-radius: 0.5rem; border-inline-start: 4px solid; }
.error { background: var(--error-background); border-color: var(--error); }
.notice { background: var(--notice-background); border-color: currentColor; }
.warning { background: var(--warning-background); border-color: var(--warning); }
code { padding: 0.1em 0.35em; border-radius: 0.25em; background: var(--code); font-family: ui-monospace, monospace; }
.hint code { white-space: nowrap; }
.below { margin: 1.25rem 0 0; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; padding: 0.75rem 0;
  border-top: 1px solid var(--frame); }
li:last-child { padding-bottom: 0; }
li p { margin: 0; }
time { white-space: nowrap; }
.ways { margin: 0.35rem 0 0; padding-inline-start: 1.1rem; list-style: disc; }
.ways li { display: list-item; padding: 0.15rem 0; border: 0; }
.or { display: flex; gap: 0.75rem; align-items: center; margin: 1.25rem 0 0; color: var(--muted); font-size: 0.8125rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--frame); }
.or + form > button, .choices button { width: 100%; margin-top: 1rem; }
.password { position: relative; display: block; }
.password input { padding-inline-end: 4rem; }
.password button { position: absolute; inset-block: 0.25rem 0; inset-inline-end: 0; min-height: 0; margin: 0; padding: 0 0.75rem;
  background: none; color: var(--link); font-size: 0.8125rem; }
.qr { display: block; width: 12rem; height: 12rem; margin: 1rem auto; padding: 0.5rem; border-radius: 0.5rem; background: #fff; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.25rem 0.5rem; margin: 1rem 0; padding: 0.75rem; border-radius: 0.5rem;
  background: var(--code); font: 0.75rem/1.9 ui-monospace, monospace; white-space: nowrap; }
.codes li { display: block; padding: 0; border: 0; text-align: center; }
.secret { display: block; padding: 0.5rem; font-size: 0.8125rem; text-align: center; user-select: all; }
.secret + button { display: block; min-height: 2rem; margin: 0.5rem auto 0; padding: 0 0.75rem; }
a.button { display: block; min-height: 2.5rem; margin-top: 1.5rem; padding: 0.55rem 1rem; border-radius: 0.375rem; background: var(--fill);
  color: var(--on-fill); font-weight: 500; text-align: center; text-decoration: none; }
summary { min-height: 1.5rem; margin-top: 1.25rem; color: var(--link); font-weight: 500; text-align: center; cursor: pointer; }
a.choice { position: relative; display: block; margin-top: 0.75rem; padding: 0.9rem 2.5rem 0.9rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; color: inherit;
  text-decoration: none; }
a.choice:hover { background: var(--code); }
a.choice::after { content: ""; position: absolute; inset-block: 0; inset-inline-end: 1.1rem; width: 0.5rem; height: 0.5rem; margin: auto 0;
  border: solid var(--muted); border-width: 2px 2px 0 0; rotate: 45deg; }
a.choice strong, a.choice span { display: block; }
.consent h1, .consent h1 + p, .centered { text-align: center; text-wrap: balance; }
.facts { margin-top: 1.25rem; border: 1px solid var(--frame); border-radius: 0.5rem; }
.facts li, .facts li:last-child { display: grid; grid-template-columns: 1.1rem 1fr; gap: 0 0.7rem; align-items: start; padding: 0.7rem 0.9rem; }
.facts svg { margin-top: 0.1rem; fill: none; stroke: var(--good); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.facts .never svg { stroke: var(--muted); }
.facts strong { font-weight: 500; }
.facts span { grid-column: 2; color: var(--muted); font-size: 0.8125rem; }
.facts li:first-child { border-top: 0; }
.findings { margin-bottom: 1rem; }
.findings li { display: block; border: 0; border-inline-start: 4px solid; margin-top: 0.5rem; padding: 0.35rem 0.75rem; }
.findings .good { border-color: var(--good); }
.findings .bad { border-color: var(--warning); background: var(--warning-background); }
`;

/** The arcs of the mark, large and faint, behind the form. */
const waves = `<svg class="waves" viewBox="0 0 1280 860" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">${[300, 378, 456, 534, 612, 690].map(wave).join('')}<path d="M397 606A300 300 0 0 1 397 254" opacity=".2"/></svg>`;

/** An arc around the middle of the page that fades with its radius. */
function wave(radius: number): string {
  const [dx, dy] = [radius * 0.809, radius * 0.588];
  const opacity = (0.3 - (radius - 300) / 1_750).toFixed(3);
  return `<path d="M${640 + dx} ${430 + dy}A${radius} ${radius} 0 0 0 ${640 + dx} ${430 - dy}" opacity="${opacity}"/>`;
}

const policies = {
  self: policyFor(style, 'self', pageScript),
  anywhere: policyFor(style, 'anywhere'),
};

interface FormPage {
  readonly status?: number;
  /** Plain text; the body is HTML. */
  readonly title: string;
  readonly workspace?: string;
  readonly body: string;
  /** Above the body, as HTML. The brand by default. */
  readonly header?: string;
  /** Where forms may redirect to. The consent form redirects to an app, and its page has no script. */
  readonly forms?: keyof typeof policies;
}

/**
 * Sends a page with a form. With the referrer policy `no-referrer`, browsers would send `Origin: null`, as if
 * the form were cross-site.
 */
export function sendFormPage(reply: FastifyReply, page: FormPage): FastifyReply {
  const { status = 200, title, workspace, body, header = brand, forms = 'self' } = page;
  const shownTitle = workspace === undefined ? title : `${title} · ${workspace}`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policies[forms])
    .header('referrer-policy', 'same-origin')
    .send(
      htmlPage(
        escapeHtml(status < 400 ? shownTitle : `Error: ${shownTitle}`),
        style,
        `${waves}<main>\n${header}\n${body}\n</main>`,
        forms === 'self' ? pageScript : undefined,
      ),
    );
}

/** Renders an error that is placed before the form and announced by screen readers. */
export const errorSummary = (text: string | undefined) =>
  text === undefined
    ? ''
    : `<div class="error" role="alert" id="error"><strong>${escapeHtml(text)}</strong></div>`;

export const noticeBox = (text: string | undefined) =>
  text === undefined ? '' : `<div class="notice" role="status">${escapeHtml(text)}</div>`;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text' | 'url';
  readonly autocomplete: string;
  readonly value?: string;
  /** Text in backticks is shown as code. */
  readonly hint?: string;
  readonly isFocused?: boolean;
  readonly isWrong?: boolean;
}

export function field({
  name,
  label,
  type,
  autocomplete,
  value = '',
  hint,
  isFocused,
  isWrong,
}: Field): string {
  const described = [hint === undefined ? '' : `${name}-hint`, isWrong ? 'error' : '']
    .filter(Boolean)
    .join(' ');
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required`,
    type === 'password' ? '' : `value="${escapeHtml(value)}"`,
    type === 'text' ? '' : 'autocapitalize="none" spellcheck="false"',
    described === '' ? '' : `aria-describedby="${described}"`,
    isWrong ? 'aria-invalid="true"' : '',
    isFocused ? 'autofocus' : '',
  ];
  return `<label for="${name}">${escapeHtml(label)}</label>
${hint === undefined ? '' : `<p class="hint" id="${name}-hint">${withCode(hint)}</p>\n`}<input ${attributes.filter(Boolean).join(' ')}>`;
}

export const backToSignIn = '<p class="below links"><a href="/sign-in">Back to sign-in</a></p>';

export const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
