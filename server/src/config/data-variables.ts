import { resolve } from 'node:path';
import { z } from 'zod';
import { minimumKeyLength } from '../lib/crypto/installation-key.ts';
import { address, database, secret, secretAddress, type Variable, wholeNumber } from './rules.ts';

export const dataVariables = {
  BASE_URL: {
    about: "The first workspace's URL. The workspace is created on the first start if there is none.",
    rule: address('http:', 'https:').optional(),
  },
  DATABASE_URL: {
    about:
      'Connection URL of the database owner. Used for migrations, to create the other roles, and by `workspace`, `limits` and `rekey`.',
    rule: database,
    fallback: 'postgres://postgres@127.0.0.1:5432/hark',
  },
  DATABASE_APP_URL: {
    about: 'Connection URL of the application role. Needed only if you create the roles yourself.',
    rule: database.optional(),
  },
  DATABASE_INGEST_URL: {
    about: 'Connection URL of the ingest role. Needed only if you create the roles yourself.',
    rule: database.optional(),
  },
  DATABASE_DISPATCH_URL: {
    about: 'Connection URL of the dispatch role. Needed only if you create the roles yourself.',
    rule: database.optional(),
  },
  DATABASE_UPKEEP_URL: {
    about: 'Connection URL of the upkeep role. Needed only if you create the roles yourself.',
    rule: database.optional(),
  },
  DATABASE_POOLER_URL: {
    about:
      'A transaction pooler in front of the database, such as `postgres://pgbouncer:6432`. Each role connects through it under its own name. The database owner and the connections that listen for notifications bypass it.',
    rule: database.optional(),
  },
  DATABASE_POOL_SIZE: {
    about: 'Maximum number of connections per process for the application role.',
    rule: wholeNumber(1, 1000),
    fallback: '10',
  },
  REDIS_URL: {
    about:
      'Redis or Valkey, for rate limits across several processes. All of its data can be lost without harm.',
    rule: secretAddress('redis:', 'rediss:').optional(),
  },
  SERVE_PROCESSES: {
    about: 'Number of `serve` processes. During a Redis outage, each allows its share of a rate limit.',
    rule: wholeNumber(1, 10_000),
    fallback: '1',
  },
  SECRET_KEY: {
    about: `The installation key, at least ${minimumKeyLength} characters. \`hark up\` creates one in HARK_DATA_DIR if it is missing.`,
    rule: z
      .string()
      .min(minimumKeyLength, `must have at least ${minimumKeyLength} characters`)
      .pipe(secret)
      .optional(),
  },
  SECRET_KEY_PREVIOUS: {
    about: 'The previous installation key during a key rotation: see `hark rekey`. Remove it afterwards.',
    rule: z
      .string()
      .min(minimumKeyLength, `must have at least ${minimumKeyLength} characters`)
      .pipe(secret)
      .optional(),
  },
  HARK_DATA_DIR: {
    about: "Directory of the engine's data and the installation key.",
    // Absolute, so that messages say which directory is meant.
    rule: z.string().transform((path) => resolve(path)),
    fallback: '.hark',
  },
} satisfies Record<string, Variable>;
