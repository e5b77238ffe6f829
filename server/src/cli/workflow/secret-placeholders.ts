import { isRecord } from '../../lib/json.ts';

/** The keys that take a secret. Every key of `secrets` does too. */
const secretKeys = new Set([
  'password',
  'api_key',
  'endpoint_secret',
  'token',
  'value',
  'client_secret',
  'secret',
]);

/** The keys whose content is data of the workflow or the lead, which looks like a reference only by chance. */
const dataKeys = new Set(['steps', 'leads']);

/**
 * Replaces references to secrets, `{ env: NAME }` and `{ file: PATH }`, in a parsed file for `hark apply`
 * (spec/workflow-tests §1.5).
 */
export function withPlaceholders(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, isSecret));
  if (!isRecord(value)) return value;
  const reference = isSecret ? referenceIn(value) : undefined;
  if (reference !== undefined) return `placeholder-for-${reference.replace(/\W/g, '-').slice(-100)}`;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, dataKeys.has(key) ? item : inside(key, item)]),
  );
}

function inside(key: string, item: unknown): unknown {
  if (key !== 'secrets' || !isRecord(item)) return withPlaceholders(item, secretKeys.has(key));
  return Object.fromEntries(
    Object.entries(item).map(([name, secret]) => [name, withPlaceholders(secret, true)]),
  );
}

/** Returns the name of the variable or the path of the file. */
function referenceIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const [[key, name] = [], ...more] = Object.entries(value);
  const isReference = (key === 'env' || key === 'file') && more.length === 0;
  return isReference && typeof name === 'string' ? name : undefined;
}
