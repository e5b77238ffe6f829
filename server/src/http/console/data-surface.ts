import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireConfirmed } from '../../core/sign-in/index.ts';
import { Turns } from '../../lib/limits/fair-turns.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';
import type { Route } from '../request/route-table.ts';
import { keepSession } from '../request/session.ts';
import type { Surface } from '../request/surface.ts';
import type { ConsoleData } from './console-data.ts';
import { callerOf, requireAct, requireOwnPage, requireSession } from './data-checks.ts';
import { FileAnswer, type Operation, PreparedJson, RenewedSession } from './operation.ts';
import { consoleOperations } from './operations.ts';
import { readInput, WrongInput } from './read-input.ts';

const statusOf = statusTable();

/** Renders problem details (RFC 9457). `problems` names the invalid fields in a form. */
const renderProblem: ErrorRenderer = (error, request, reply) => {
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

/**
 * Limits concurrent requests per user and process. A page sends several requests, and all users share a few
 * database connections.
 */
const turnsOfOne = { atOnce: 4, maxWaiting: 100 };

/** The console's private JSON API; it can change with every release. */
export function consoleDataSurface(data: ConsoleData): Surface {
  const turns = new Turns(turnsOfOne);
  return {
    name: 'console-data',
    prefix: '/console',
    checks: [requireSession(data.context), requireOwnPage, requireAct],
    routes: consoleOperations(data).map((operation) => routeOf(operation, turns)),
    renderError: renderProblem,
  };
}

const routeOf = (operation: Operation, turns: Turns): Route => ({
  method: operation.method,
  path: operation.path,
  permission: operation.act,
  handler: async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request);
    if (operation.isSensitive) requireConfirmed(caller.context, caller.session);
    const given = readInput(operation, request);
    const { workspace, user } = caller.principal;
    const answer = await turns.run(`${workspace.id}/${user.id}`, () => operation.handle(caller, given));
    if (answer instanceof FileAnswer) return sendFile(reply, answer);
    if (answer instanceof RenewedSession) keepSession(request, reply, answer.started);
    return reply.type('application/json; charset=utf-8').send(textOf(answer));
  },
});

function textOf(answer: unknown): string {
  if (answer instanceof PreparedJson) return answer.text;
  return JSON.stringify(answer instanceof RenewedSession ? null : (answer ?? null));
}

/** Encodes a file name (RFC 8187). Unlike in a URL, quotes, parentheses and asterisks must be encoded. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Sends a download. Users choose the file names, so special characters are encoded (RFC 6266). */
const sendFile = (reply: FastifyReply, { name, mediaType, bytes }: FileAnswer) =>
  reply
    .type(mediaType)
    .header(
      'content-disposition',
      `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(name)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(bytes));
