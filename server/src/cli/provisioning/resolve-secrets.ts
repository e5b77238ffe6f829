import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { namedVariable } from '../../config.ts';
import { isReference, keptSecret, mapSecrets } from '../../core/provisioning/index.ts';
import { describePath } from '../../lib/describe-issue.ts';
import { HarkError, invalid, messageOf } from '../../lib/errors.ts';

/** A reference to a variable that isn't set. */
export interface UnsetVariable {
  /** The place in the file, such as `workspaces[0].secrets.partner`. */
  readonly path: string;
  readonly name: string;
}

/**
 * Replaces references by values from the environment and from files, relative to the file (spec/provisioning §9.1).
 * A variable that isn't set keeps the stored secret. @throws HarkError if a value is empty or can't be read
 */
export function resolveSecrets(
  written: unknown,
  file: string,
): { readonly resolved: unknown; readonly unset: readonly UnsetVariable[] } {
  const unset: UnsetVariable[] = [];
  const problems: string[] = [];
  const folder = file === '-' ? '.' : dirname(file);
  const resolved = mapSecrets(written, (value, path) => {
    if (!isReference(value)) return value;
    try {
      if ('file' in value) return readSecretFile(resolve(folder, value.file));
      const text = namedVariable(value.env);
      if (text === '') throw new Error(`the environment variable ${value.env} is empty`);
      if (text !== undefined) return text;
      unset.push({ path: describePath(path), name: value.env });
      return keptSecret;
    } catch (error) {
      problems.push(`${describePath(path)}: ${messageOf(error)}`);
      return value;
    }
  });
  if (problems.length > 0) throw invalid('bad_secret_reference', problems.join('\n'));
  return { resolved, unset };
}

/** Removes one line break at the end, because most editors add one. */
function readSecretFile(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  if (text === '') throw new Error(`the file ${path} is empty`);
  return text;
}

/** Names the variable in an error about a secret that isn't stored yet (spec/provisioning §9.2). */
export function explainUnset(error: unknown, unset: readonly UnsetVariable[]): unknown {
  if (!(error instanceof HarkError)) return error;
  const lines = error.message.split('\n');
  const named = lines.map((line) => {
    const variable = unset.find(({ path }) => line.startsWith(`${path}: `));
    return variable ? `${variable.path}: ${isNotSet(variable)}` : line;
  });
  return isDeepStrictEqual(named, lines) ? error : invalid('secret_not_set', named.join('\n'));
}

const isNotSet = ({ name }: UnsetVariable) => `the environment variable ${name} is not set`;

export const describeUnset = (variable: UnsetVariable): string =>
  `${variable.path}: ${isNotSet(variable)}, so the stored secret is kept`;
