import type { z } from 'zod';
import { describeIssue, placesOf } from './describe-issue.ts';
import { HarkError, invalid, invalidField } from './errors.ts';
import { isRecord } from './json.ts';
import { shown } from './shown.ts';

/** Reads a JSON body whose form a schema describes. @throws HarkError for the first problem */
export function readBody<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  if (!isRecord(body)) throw invalid('not_an_object', 'The body must be a JSON object.');
  const result = schema.safeParse(body, { error: describeIssue });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const [{ path, message } = { path: [], message: '' }] = placesOf(result.error);
  const field = String(path[0]);
  if (path.length === 1 && issue?.code !== 'unrecognized_keys' && !Object.hasOwn(body, field))
    throw missing(field);
  const name = path.slice(0, firstIndex(path)).join('.');
  if (issue?.code === 'unrecognized_keys')
    throw new HarkError('invalid', 'unknown_key', `${shown(name)}: there is no such key.`, { field });
  throw new HarkError('invalid', 'invalid_value', `${shown(name)}: ${sentence(message)}`, { field });
}

/** The error for a key that the body must have. */
export const missing = (key: string): HarkError => invalidField('field_required', key, 'is required.');

/** Returns where a path enters a list. Messages name the list, because its items have no names. */
function firstIndex(path: readonly (string | number)[]): number {
  const index = path.findIndex((part) => typeof part === 'number');
  return index < 0 ? path.length : index;
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);
