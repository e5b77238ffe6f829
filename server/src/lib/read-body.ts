import type { z } from 'zod';
import { describeIssue, placesOf } from './describe-issue.ts';
import { HarkError, invalid, invalidField } from './errors.ts';
import { isRecord, isSameJson } from './json.ts';
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
  const text = `${shown(name)}: ${sentence(message)}`;
  if (path.length === 1 && issue && isEmptyText(issue, body[field]))
    throw new HarkError('invalid', 'field_required', text, { field });
  throw new HarkError('invalid', 'invalid_value', text, { field });
}

/** Whether a key that needs text has none. */
function isEmptyText(issue: z.core.$ZodIssue, value: unknown): boolean {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  return isEmpty && (issue.code !== 'invalid_type' || issue.expected === 'string');
}

/**
 * Checks read-only values, which a body may contain only as they are, so that a record can be sent back as it was
 * read (spec/rest-api §5.2). `place` is the key that contains them. @throws HarkError for the first that differs
 */
export function requireUnchanged<Key extends string>(
  present: Readonly<Partial<Record<Key, unknown>>>,
  wanted: Readonly<Partial<Record<Key, unknown>>>,
  keys: readonly Key[],
  place?: string,
): void {
  const changed = keys.find((key) => wanted[key] !== undefined && !isSameJson(wanted[key], present[key]));
  if (changed === undefined) return;
  const name = place === undefined ? changed : `${place}.${changed}`;
  throw new HarkError('invalid', 'read_only_field', `${name}: can't be changed.`, {
    field: place ?? changed,
  });
}

/** The error for a key that the body must have. */
export const missing = (key: string): HarkError => invalidField('field_required', key, 'is required.');

/** Returns where a path enters a list. Messages name the list, because its items have no names. */
function firstIndex(path: readonly (string | number)[]): number {
  const index = path.findIndex((part) => typeof part === 'number');
  return index < 0 ? path.length : index;
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);
