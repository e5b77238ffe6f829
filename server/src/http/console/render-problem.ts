import { type ErrorRenderer, statusTable } from '../request/errors.ts';
import { WrongInput } from './read-given.ts';

const statusOf = statusTable();

/** Problem details (RFC 9457); `problems` says which field of a form is wrong. */
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
