import type { FastifyReply } from 'fastify';
import type { HarkError } from '../../lib/errors.ts';
import { backToSignIn, sendFormPage } from '../pages/form-page.ts';
import { escapeHtml } from '../pages/html.ts';
import { prefersPage } from '../pages/prefers-page.ts';
import { type ErrorRenderer, sendFlat, statusTable } from '../request/errors.ts';

const statusOf = statusTable();

/** Shows errors as a page for people. A program that exceeds the rate limit gets OAuth's error (spec/oauth §6). */
export const renderSignInError: ErrorRenderer = (error, request, reply) => {
  const status = statusOf(error);
  if (error.kind === 'too-many' && !prefersPage(request))
    return sendFlat(reply, status, 'temporarily_unavailable', error.message);
  return sendNotice(reply, status, noticeOf(error));
};

interface Notice {
  readonly title: string;
  readonly text: string;
  readonly next?: string;
}

/**
 * Explains what happened and what to do next. It shows no status codes, because users may arrive here with an
 * old link.
 */
function noticeOf(error: HarkError): Notice {
  if (error.code === 'dead_link')
    return {
      title: 'This link no longer works',
      text: 'It was already used, has expired, or is incomplete.',
      next: '<p class="below links"><a href="/forgotten">Get a new link</a></p>',
    };
  if (error.code === 'dead_undo_link') return { title: 'This link no longer works', text: error.message };
  if (error.kind === 'too-many')
    return { title: 'Too many attempts', text: waitFor(error.retryAfterSeconds ?? 1) };
  return { title: 'Something went wrong', text: error.message };
}

function waitFor(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

const sendNotice = (reply: FastifyReply, status: number, { title, text, next = '' }: Notice): FastifyReply =>
  sendFormPage(reply, {
    status,
    title,
    body: `<section>
<h1>${escapeHtml(title)}</h1>
<p class="muted">${escapeHtml(text)}</p>
${next}${backToSignIn}
</section>`,
  });
