import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { HarkError } from '../../lib/errors.ts';
import { checkJson } from '../../lib/json.ts';
import { bodyOf } from '../base/body.ts';
import { queryOf } from '../base/request-target.ts';
import type { Operation } from './operation.ts';

/** An error in the input with its location, so a form can show it next to the field. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Invalid input; contains all errors at once. */
export class WrongInput extends HarkError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const told = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super('invalid', 'wrong_input', told.join(' '));
    this.problems = problems;
  }
}

/** Validates the input of an operation against its schemas. */
export function readInput({ params, query, body }: Operation, request: FastifyRequest) {
  return {
    params: addressed(params, request.params),
    query: held(query, Object.fromEntries(queryOf(request.url))),
    body: body && held(body, parseJson(bodyOf(request))),
  };
}

/** Reads the path parameters. A malformed ID is a 404: the URL doesn't exist, and the user can't fix anything. */
function addressed(schema: z.ZodType | undefined, value: unknown): unknown {
  const read = schema?.safeParse(value);
  if (read?.success === false) throw new HarkError('not-found', 'not_found', 'There is nothing at this URL.');
  return read?.data;
}

function held(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new WrongInput(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** Parses the body with a limited nesting depth, because recursion over a deeper value would overflow the stack. */
const parseJson = (bytes: Buffer): unknown => checkJson(bytes).value;
