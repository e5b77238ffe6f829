import { resolve } from 'node:path';
import { shellQuoted } from '../lib/process/shell-quoted.ts';
import { dataVariables } from './data-variables.ts';

const names = Object.keys(dataVariables).filter((name) => /^DATABASE_(\w+_)?URL$|^SECRET_KEY/.test(name));

interface TerminalSettings {
  /** A shell command that sets them. */
  readonly command: string;
  /** The names of those that the command leaves out, because they contain a secret. */
  readonly secrets: readonly string[];
}

/** Returns the settings with which commands in another terminal reach the same installation, wherever they run. */
export function terminalSettings(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): TerminalSettings {
  const shown: [name: string, value: string][] = [];
  const secrets: string[] = [];
  for (const name of names) {
    const [value, file] = [environment[name], environment[`${name}_FILE`]];
    if (file) shown.push([`${name}_FILE`, resolve(file)]);
    else if (value && containsSecret(name, value)) secrets.push(name);
    else if (value) shown.push([name, value]);
  }
  shown.push(['HARK_DATA_DIR', dataDir]);
  const assignments = shown.map(([name, value]) => `${name}=${shellQuoted(value)}`);
  return { command: `export ${assignments.join(' ')}`, secrets };
}

/** A URL that can't be parsed counts as a secret. */
function containsSecret(name: string, value: string): boolean {
  if (!name.endsWith('_URL')) return true;
  const url = URL.parse(value);
  return url === null || url.password !== '' || url.search.includes('password');
}
