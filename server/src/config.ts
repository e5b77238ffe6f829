import { readFileSync } from 'node:fs';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { isEmail } from './lib/email.ts';
import { invalid, messageOf } from './lib/errors.ts';
import { minimumKeyLength } from './lib/installation-key.ts';
import { Secret } from './lib/secret.ts';

/** The version of Hark that runs. */
export const version: string = manifest.version;

const port = z.coerce.number<string>().int().min(0).max(65_535);
const secret = z.string().transform((value) => new Secret(value));
const address = (...protocols: string[]) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), {
    message: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
/** One address, or those of several nodes, separated by commas. */
const addresses = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((one) => address(...protocols).safeParse(one.trim()).success), {
      message: `must be addresses that begin with ${protocols.map((p) => `${p}//`).join(' or ')}, separated by commas`,
    });
const database = address('postgres:', 'postgresql:').pipe(secret);

/** `2` proxies in front, or the addresses of those that are trusted. `true` would trust everybody. */
const trustProxy = z.string().transform((value, context) => {
  if (value === 'false' || value === '0') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  if (/^[0-9a-fA-F.:/, ]+$/.test(value)) return value.split(',').map((entry) => entry.trim());
  context.addIssue({
    code: 'custom',
    message: 'must be the number of proxies in front, or their addresses separated by commas',
  });
  return z.NEVER;
});

/** A list with commas, each entry read by itself. */
const list = <T>(read: (entry: string) => T | undefined, message: string) =>
  z.string().transform((value, context): ReadonlySet<T> => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(read);
    const known = entries.filter((entry) => entry !== undefined);
    if (known.length < entries.length) context.addIssue({ code: 'custom', message });
    return new Set(known);
  });

const portOf = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined;

/** `host:port` in the form in which a URL has them, so that one spelling of a host is the other. */
function placeOf(text: string): string | undefined {
  const [, host, given] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = given === undefined ? undefined : portOf(given);
  const hostname = URL.parse(`http://${host}`)?.hostname;
  const isHost =
    hostname !== undefined && /^(\[[\da-f:.]+\]|[\w.-]+)$/.test(hostname) && !/[/?#@]/.test(text);
  return port === undefined || !isHost ? undefined : `${hostname}:${port}`;
}

interface Variable {
  about: string;
  rule: z.ZodType;
  /** What counts when it is not set. */
  fallback?: string;
}

/**
 * Every environment variable that Hark reads: its rule, and the sentence that the documentation shows.
 * Each can also be given as a file, `<NAME>_FILE`, as container platforms pass secrets.
 */
export const variables = {
  BASE_URL: {
    about: 'Address of the first workspace; made on first start where there is none.',
    rule: address('http:', 'https:').optional(),
  },
  DATABASE_URL: {
    about: "The database owner's address; used for migrations only, and to make the other roles.",
    rule: database,
    fallback: 'postgres://postgres@127.0.0.1:5432/hark',
  },
  DATABASE_APP_URL: {
    about:
      'Address for the application role, where the operator makes the roles or a pooler stands in front.',
    rule: database.optional(),
  },
  DATABASE_INGEST_URL: { about: 'The same for the ingest role.', rule: database.optional() },
  DATABASE_DISPATCH_URL: { about: 'The same for the dispatch role.', rule: database.optional() },
  DATABASE_UPKEEP_URL: { about: 'The same for the upkeep role.', rule: database.optional() },
  DATABASE_POOL_SIZE: {
    about: 'Most connections that one process opens for the application role.',
    rule: z.coerce.number<string>().int().min(1).max(1000),
    fallback: '10',
  },
  REDIS_URL: {
    about: 'Redis or Valkey for rate limits over several processes. Holds nothing that may not be lost.',
    rule: address('redis:', 'rediss:').pipe(secret).optional(),
  },
  SERVE_PROCESSES: {
    about:
      'How many `serve` processes there are: while Redis is away, each allows its share of a rate limit.',
    rule: z.coerce.number<string>().int().min(1).max(10_000),
    fallback: '1',
  },
  SECRET_KEY: {
    about: `The installation's key, at least ${minimumKeyLength} characters. \`hark up\` makes one in HARK_DATA_DIR if it is missing.`,
    rule: z
      .string()
      .min(minimumKeyLength, `must have at least ${minimumKeyLength} characters`)
      .pipe(secret)
      .optional(),
  },
  HARK_DATA_DIR: {
    about: 'Where the engine and the installation key live.',
    rule: z.string(),
    fallback: '.hark',
  },
  HOST: { about: 'Address that the HTTP server listens at.', rule: z.string(), fallback: '127.0.0.1' },
  PORT: { about: 'Port that the HTTP server listens at.', rule: port, fallback: '8080' },
  TRUST_PROXY: {
    about: 'How many proxies stand in front, or their addresses; without it forwarded headers are ignored.',
    rule: trustProxy.optional(),
  },
  METRICS_HOST: { about: 'Address of the metrics server.', rule: z.string(), fallback: '127.0.0.1' },
  METRICS_PORT: {
    about: 'Port of the metrics server; 0 takes any free one, named in the start-up lines.',
    rule: port,
    fallback: '0',
  },
  LOG_LEVEL: {
    about: 'Least severity of the log lines.',
    rule: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
  },
  RESTATE_INGRESS_URL: {
    about:
      "The engine's ingress; of a cluster all nodes', separated by commas. With it, `up` starts no engine of its own.",
    rule: addresses('http:', 'https:').optional(),
  },
  RESTATE_ADMIN_URL: {
    about: "The engine's admin address; of a cluster all nodes', separated by commas.",
    rule: addresses('http:', 'https:').optional(),
  },
  WORK_HOST: {
    about: 'Address that `work` listens at for the engine.',
    rule: z.string(),
    fallback: '127.0.0.1',
  },
  WORK_PORT: { about: 'Port that `work` listens at for the engine.', rule: port, fallback: '9080' },
  WORK_PROCESSES: {
    about: 'How many processes `work` spreads its runs over; they share WORK_PORT.',
    rule: z.coerce.number<string>().int().min(1).max(256),
    fallback: '1',
  },
  WORK_URL: {
    about: 'Address by which the engine reaches `work`, where it is not http://WORK_HOST:WORK_PORT.',
    rule: address('http:', 'https:').optional(),
  },
  HARK_EGRESS_PORTS: {
    about: 'Ports that workflows may call outside, separated by commas.',
    rule: list(portOf, 'must be port numbers separated by commas'),
    fallback: '80,443,8080,8443',
  },
  HARK_EGRESS_ALLOW: {
    about:
      'Hosts that workflows may call although they are private, each with its port and separated by commas: `crm.internal:8080,127.0.0.1:9000`.',
    rule: list(placeOf, 'must be hosts with their port, such as crm.internal:8080, separated by commas'),
    fallback: '',
  },
  SMTP_URL: {
    about:
      'The mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. Without it no mail is sent.',
    rule: address('smtp:', 'smtps:').pipe(secret).optional(),
  },
  SMTP_FROM: {
    about: 'The address that mails come from.',
    rule: z.string().refine(isEmail, 'must be a mail address'),
    fallback: 'hark@localhost',
  },
} satisfies Record<string, Variable>;

type Name = keyof typeof variables;
type Settings = { [N in Name]: z.output<(typeof variables)[N]['rule']> };

/** The checked configuration, and what is worth a warning. */
export interface Config extends Readonly<Settings> {
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `<NAME>` or the file that `<NAME>_FILE` names; an empty value counts as not set. */
function rawValue(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || undefined;
  if (environment[name]) throw new Error(`set either ${name} or ${name}_FILE, not both`);
  return readFileSync(file, 'utf8').trim() || undefined;
}

/**
 * Checks the whole environment and names every problem at once, never a value. `overrides` are what the command
 * line says.
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
    throw invalid('bad_configuration', `The configuration is wrong.\n- ${problems.join('\n- ')}`);
  return { ...(settings as Settings), warnings: unknownNames(environment) };
}

/** A misspelt `HARK_…` would otherwise go unnoticed. Only a warning: scripts around Hark may use the prefix too. */
function unknownNames(environment: Environment): string[] {
  const known = new Set(Object.keys(variables).flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('HARK_') && !known.has(name))
    .map((name) => `${name} is not a setting that Hark knows; it is ignored.`);
}

/** The environment for a child process of ours: this one's, with what is decided for the child. */
export const childEnvironment = (decided: Environment): Environment => ({ ...process.env, ...decided });

/** What the configuration says about the installation itself. */
export const installationSettings = (config: Config) => ({
  ownerUrl: config.DATABASE_URL,
  roleUrls: {
    app: config.DATABASE_APP_URL,
    ingest: config.DATABASE_INGEST_URL,
    dispatch: config.DATABASE_DISPATCH_URL,
    upkeep: config.DATABASE_UPKEEP_URL,
  },
  dataDir: config.HARK_DATA_DIR,
  secretKey: config.SECRET_KEY,
});
