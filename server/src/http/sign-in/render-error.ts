import type { FastifyReply } from 'fastify';
import type { HarkError } from '../../lib/errors.ts';
import { backToSignIn, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { prefersPage } from '../pages/prefers-page.ts';
import { type ErrorRenderer, sendFlat, statusTable } from '../request/errors.ts';

const statusOf = statusTable();

/** A page for people. A program over the rate limit gets OAuth's error (spec/oauth §6). */
export const renderSignInError: ErrorRenderer = (error, request, reply) => {
  const status = statusOf(error);
  if (error.kind === 'too-many' && !prefersPage(request))
    return sendFlat(reply, status, 'temporarily_unavailable', error.message);
  return sendTold(reply, status, toldOf(error));
};

interface Told {
  readonly title: string;
  readonly text: string;
  readonly next?: string;
}

/** What happened and what to do next, without status codes: users may come here by an old link. */
function toldOf(error: HarkError): Told {
  if (error.code === 'dead_link')
    return {
      title: 'This link no longer works',
      text: 'It was used already, has expired, or is not complete.',
      next: '<p class="below"><a href="/forgotten">Send me a new link</a></p>',
    };
  if (error.kind === 'too-many')
    return { title: 'Too many attempts', text: waitFor(error.retryAfterSeconds ?? 1) };
  return { title: 'This did not work', text: error.message };
}

function waitFor(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `Wait for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
}

const sendTold = (reply: FastifyReply, status: number, { title, text, next = '' }: Told): FastifyReply =>
  sendFormPage(reply, {
    status,
    title,
    body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">${escapeHtml(text)}</p>
${next}${backToSignIn}
</section>`,
  });
