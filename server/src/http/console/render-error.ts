import { sendErrorPage, sendNotFoundPage } from '../pages/not-found-page.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';

const statusOf = statusTable();

/** A page for people. */
export const renderConsoleError: ErrorRenderer = (error, _request, reply) => {
  if (error.code === 'unknown_route') return sendNotFoundPage(reply, 'unknown-path');
  const status = statusOf(error);
  return sendErrorPage(reply, status, error.message);
};
