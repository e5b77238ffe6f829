import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { HarkError } from '../../lib/errors.ts';
import { checkJson } from '../../lib/json.ts';
import { bodyOf } from '../request/body.ts';
import type { Operation } from './operation.ts';

/** A mistake in what was sent, with the place where it is, so that a form can show it there. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** What was sent does not fit; all mistakes at once. */
export class WrongInput extends HarkError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const told = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super('invalid', 'wrong_input', told.join(' '));
    this.problems = problems;
  }
}

/** What an operation was given, held against its schemas. */
export function readGiven({ params, query, body }: Operation, request: FastifyRequest) {
  const { searchParams } = new URL(request.url, 'http://here');
  return {
    params: addressed(params, request.params),
    query: held(query, Object.fromEntries(searchParams)),
    body: body && held(body, parseJson(bodyOf(request))),
  };
}

/** What cannot be the id of anything is the address of nothing: no mistake that somebody could mend. */
function addressed(schema: z.ZodType | undefined, value: unknown): unknown {
  const read = schema?.safeParse(value);
  if (read?.success === false)
    throw new HarkError('not-found', 'not_found', 'There is nothing at this address.');
  return read?.data;
}

function held(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new WrongInput(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** At most as deep as everywhere: whoever walks a value that has no end overflows. */
const parseJson = (bytes: Buffer): unknown => checkJson(bytes).value;
