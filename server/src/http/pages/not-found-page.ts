import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { brand, brandStyle } from './brand.ts';
import { escapeHtml, htmlPage, policyFor, withCode } from './html.ts';
import { fontFace, pageColours, pageFont } from './page-colors.ts';

const style = `${fontFace}${pageColours}${brandStyle}body { margin: 0; background: var(--canvas); color: var(--text); font: 1rem/1.6 ${pageFont}; }
.brand { justify-content: flex-start; }
main { max-width: 40rem; margin: 0 auto; padding: 16vh 1.5rem 2rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; }
a { color: inherit; }
code { padding: 0.1em 0.35em; border-radius: 0.25em; background: var(--code); font-family: ui-monospace, monospace; }
`;

const contentSecurityPolicy = policyFor(style);

/** Explains the 404 to the reader. Text in backticks is shown as code. */
export const notFoundTexts = {
  /** For a request without a credential (spec/rest-api §1.4). */
  'no-credential': [
    'The REST API responds only to requests with a credential.',
    'Send an `apikey` header, spelled exactly like that, or `Authorization: Bearer` with an access token.',
    'The query parameter `apikey` works too, but URLs end up in logs, so prefer a header.',
    'If you already send one, request the `https` URL directly: many clients drop these headers when they follow a redirect.',
  ],
  /** For a host without a workspace (spec/provisioning §1.2). */
  'unknown-host': [
    'This installation has no workspace at this URL. Check the URL for typos.',
    'If you have just installed Hark, open the setup link that `hark up` printed. `hark set-up` prints a new one.',
    'If you run this installation, create the workspace with `hark apply` and use this URL as its `base_url`. If there is a proxy in front, configure it to forward the original `Host` header.',
    "If the workspace has a `listener_host`, that host serves only the workspace's listeners, and no other host serves them.",
  ],
  'unknown-path': ['There is no page at this URL. Check the URL for typos.'],
} as const;

type Reason = keyof typeof notFoundTexts;

/** Returns the code for the log and metrics. */
export const notFoundCode = (reason: Reason): string => reason.replaceAll('-', '_');

export const notFoundPage = (reason: Reason) => pageResponse(404, 'Not found', notFoundTexts[reason]);

export function sendNotFoundPage(reply: FastifyReply, reason: Reason): FastifyReply {
  // If an error is shown as this page, it already has a code.
  reply.request.refusal ??= notFoundCode(reason);
  return sendPage(reply, 404, 'Not found', notFoundTexts[reason], reason === 'unknown-path' ? homeLink : '');
}

const homeLink = '<p><a href="/">Go to the home page</a></p>\n';

/** Sends a self-contained page. All strings are escaped, except `more`, which is HTML. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  paragraphs: readonly string[],
  more = '',
): FastifyReply {
  const { headers, body } = pageResponse(status, title, paragraphs, more);
  return reply.code(status).headers(headers).send(body);
}

const pageResponse = (status: number, title: string, paragraphs: readonly string[], more = '') => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  },
  body: renderPage(`${status} ${title}`, paragraphs, more),
});

function renderPage(title: string, paragraphs: readonly string[], more: string): string {
  const texts = paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('\n');
  return htmlPage(
    escapeHtml(title),
    style,
    `<main>\n${brand}\n<h1>${escapeHtml(title)}</h1>\n${texts}\n${more}</main>`,
  );
}

export const sendErrorPage = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  sendPage(reply, status, STATUS_CODES[status] ?? 'Error', [message]);
