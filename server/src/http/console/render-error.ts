import { type ErrorRenderer, statusTable } from '../errors.ts';
import { sendErrorPage, sendNotFoundPage } from '../not-found-page.ts';

const statusOf = statusTable();

/** A page for people. */
export const renderConsoleError: ErrorRenderer = (error, _request, reply) => {
  if (error.code === 'unknown_route') return sendNotFoundPage(reply, 'unknown-path');
  const status = statusOf(error);
  return sendErrorPage(reply, status, error.message);
};
