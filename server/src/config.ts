import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { z } from 'zod';
import { dataVariables } from './config/data-variables.ts';
import { outsideVariables } from './config/outside-variables.ts';
import { processVariables } from './config/process-variables.ts';
import { remoteVariables } from './config/remote-variables.ts';
import type { Variable } from './config/rules.ts';
import { invalid, messageOf } from './lib/errors.ts';
import { ownManifest } from './lib/own-package.ts';

export { terminalSettings } from './config/terminal-settings.ts';

export const { version, gitHead: commit } = ownManifest;

/**
 * Every environment variable that Hark reads, with the sentence that documents it. Each variable can also be
 * read from a file named in `<NAME>_FILE`, which is how container platforms pass secrets.
 */
export const variables = { ...dataVariables, ...processVariables, ...outsideVariables, ...remoteVariables };

type Name = keyof typeof variables;
type Settings = { [N in Name]: z.output<(typeof variables)[N]['rule']> };

export interface Config extends Readonly<Settings> {
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `<NAME>` or the file in `<NAME>_FILE`. An empty value counts as not set. */
function rawValue(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || undefined;
  if (environment[name]) throw new Error(`set either ${name} or ${name}_FILE, not both`);
  return readFileSync(file, 'utf8').trim() || undefined;
}

/**
 * Reads and checks all settings. Reports all problems at once, but never a secret's value. `overrides` come
 * from the command line.
 */
export function readConfig(overrides: Environment = {}, surroundings: Environment = process.env): Config {
  const environment = { ...surroundings, ...overrides };
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, { rule, fallback }] of Object.entries<Variable>(variables)) {
    try {
      const result = rule.safeParse(rawValue(environment, name) ?? fallback);
      if (result.success) settings[name] = result.data;
      else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
    } catch (error) {
      problems.push(`${name}: ${messageOf(error)}`);
    }
  }
  if (!settings.RESTATE_INGRESS_URL !== !settings.RESTATE_ADMIN_URL) {
    problems.push('RESTATE_INGRESS_URL and RESTATE_ADMIN_URL: set both or neither');
  }
  if (problems.length > 0)
    throw invalid('bad_configuration', `The configuration has errors.\n- ${problems.join('\n- ')}`);
  return { ...(settings as Settings), warnings: unknownNames(environment) };
}

/**
 * Finds misspelled `HARK_…` names. They only cause a warning, because scripts around Hark may use the prefix
 * too.
 */
function unknownNames(environment: Environment): string[] {
  const known = new Set(Object.keys(variables).flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('HARK_') && !known.has(name))
    .map((name) => `${name} isn't a Hark setting and is ignored.`);
}

/**
 * Resolves a path relative to the user's directory. `npm run hark` changes to the repository's root, but npm
 * passes the original directory on.
 */
export function userPath(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  const isElsewhere = script === 'hark' && folder !== undefined && path !== '-' && !isAbsolute(path);
  return isElsewhere ? relative('', resolve(folder, path)) : path;
}

/** Returns a variable that the user's file names, or undefined if it isn't set. */
export const namedVariable = (name: string): string | undefined => process.env[name];

/** Returns a command as users have to type it, which depends on how they started this process. */
export function typedCommand(args: string): string {
  const { npm_lifecycle_event: script } = process.env;
  if (script === 'hark') return `npm run hark -- ${args}`;
  return script === 'npx' ? `npx ${ownManifest.name} ${args}` : `hark ${args}`;
}

/** The names of the settings in the environment that say where data is stored. */
export const givenDataSettings = (): string[] =>
  Object.keys(variables)
    .filter((name) => /^DATABASE_(\w+_)?URL$|^HARK_DATA_DIR$/.test(name))
    .filter((name) => process.env[name] || process.env[`${name}_FILE`]);

/** This process's environment with overrides, for a child process. */
export const childEnvironment = (decided: Environment): Environment => ({ ...process.env, ...decided });

export const installationSettings = (config: Config) => ({
  ownerUrl: config.DATABASE_URL,
  roleUrls: {
    app: config.DATABASE_APP_URL,
    ingest: config.DATABASE_INGEST_URL,
    dispatch: config.DATABASE_DISPATCH_URL,
    upkeep: config.DATABASE_UPKEEP_URL,
  },
  poolerUrl: config.DATABASE_POOLER_URL,
  dataDir: config.HARK_DATA_DIR,
  secretKey: config.SECRET_KEY,
  previousKey: config.SECRET_KEY_PREVIOUS,
});
