import { type ErrorRenderer, statusTable } from '../errors.ts';
import { WrongInput } from './read-given.ts';

const statusOf = statusTable();

/** RFC 9457, because the seed leaves this surface open; `problems` says where in a form a mistake is. */
export const renderProblem: ErrorRenderer = (error, request, reply) => {
  const status = statusOf(error);
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send({
      status,
      code: error.code,
      detail: error.message,
      request_id: request.id,
      ...(error instanceof WrongInput ? { problems: error.problems } : {}),
    });
};
