import type { FastifyRequest } from 'fastify';
import type { Form } from '../pages/form.ts';
import { ownPath } from '../pages/own-path.ts';

/** Returns a request's query parameters. */
export const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** Returns where to go after the last step. */
export const returnPathOf = (from: URLSearchParams | Form): string =>
  ownPath(from.get('return_to') ?? undefined) ?? '/';

/** Returns the path of the next step. */
export const withReturn = (path: string, returnTo: string): string =>
  `${path}?${new URLSearchParams({ return_to: returnTo })}`;
