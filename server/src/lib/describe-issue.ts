import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'empty',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

/** Returns the default message for a value that a schema rejects. Pass it to `safeParse(…, { error })`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      if (input === undefined) return 'is required';
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${describeValue(input)}`;
    case 'invalid_value':
      if (input === undefined) return 'is required';
      return `must be ${listOf(issue.values.map(String), 'or')}, not ${describeValue(input)}`;
    case 'too_small':
      return sizeOf(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return sizeOf(issue.origin, 'at most', issue.maximum);
    case 'invalid_key':
      return listOf(messagesOf(issue.issues), 'and');
    case 'invalid_union':
      return listOf(issue.errors.flatMap(messagesOf), 'or') || undefined;
    default:
      return undefined;
  }
}

const messagesOf = (issues: readonly { readonly message?: string | undefined }[]): string[] =>
  issues.flatMap(({ message }) => (message === undefined ? [] : [message]));

function sizeOf(origin: string, bound: 'at least' | 'at most', size: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${size} character${size === 1 ? '' : 's'}`;
  if (origin === 'array') return `must have ${bound} ${size} item${size === 1 ? '' : 's'}`;
  return `must be ${bound} ${size}`;
}

/** Shows a short value as is, and describes a long or nested value by its kind. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value.length <= 40 ? `"${value}"` : 'text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

const listOf = (words: readonly string[], join: 'and' | 'or'): string =>
  new Intl.ListFormat('en', { type: join === 'or' ? 'disjunction' : 'conjunction' }).format(new Set(words));

/** Formats a path, for example `workspaces[0].users[2].role`. */
export const describePath = (path: readonly (string | number)[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
    .join('');

/** Lists the path and message of each issue. Every unknown key is a separate issue. */
export const placesOf = ({ issues }: z.core.$ZodError): { path: (string | number)[]; message: string }[] =>
  issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown key' }));
  });
