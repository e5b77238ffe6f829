import { sendErrorPage, sendNotFoundPage } from '../pages/not-found-page.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';

const statusOf = statusTable();

/** A page for people. A wrong secret looks like an address that is not there. */
export const renderSetUpError: ErrorRenderer = (error, _request, reply) => {
  if (error.kind === 'not-found') return sendNotFoundPage(reply, 'unknown-path');
  const status = statusOf(error);
  return sendErrorPage(reply, status, error.message);
};
