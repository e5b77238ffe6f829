import { type ErrorRenderer, sendFlat, statusTable } from '../errors.ts';
import { sendErrorPage } from '../not-found-page.ts';
import { prefersPage } from '../prefers-page.ts';

const statusOf = statusTable();

/** A page for people; who asks too often and is no person is told in OAuth's words (decisions 7). */
export const renderSignInError: ErrorRenderer = (error, request, reply) => {
  const status = statusOf(error);
  if (error.kind === 'too-many' && !prefersPage(request))
    return sendFlat(reply, status, 'temporarily_unavailable', error.message);
  return sendErrorPage(reply, status, error.message);
};
