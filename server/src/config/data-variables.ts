import { z } from 'zod';
import { minimumKeyLength } from '../lib/crypto/installation-key.ts';
import { address, database, secret, secretAddress, type Variable, wholeNumber } from './rules.ts';

export const dataVariables = {
  BASE_URL: {
    about: 'Address of the first workspace; made on first start where there is none.',
    rule: address('http:', 'https:').optional(),
  },
  DATABASE_URL: {
    about:
      "The database owner's address; used for migrations, to make the other roles, and by `workspace`, `limits` and `rekey`.",
    rule: database,
    fallback: 'postgres://postgres@127.0.0.1:5432/hark',
  },
  DATABASE_APP_URL: {
    about: 'Address for the application role, where the operator makes the roles.',
    rule: database.optional(),
  },
  DATABASE_INGEST_URL: { about: 'The same for the ingest role.', rule: database.optional() },
  DATABASE_DISPATCH_URL: { about: 'The same for the dispatch role.', rule: database.optional() },
  DATABASE_UPKEEP_URL: { about: 'The same for the upkeep role.', rule: database.optional() },
  DATABASE_POOLER_URL: {
    about:
      'A transaction pooler in front of the database, such as `postgres://pgbouncer:6432`: statements of all roles go there, under their own names. Migrations, and listening for notifications, do not.',
    rule: database.optional(),
  },
  DATABASE_POOL_SIZE: {
    about: 'Most connections that one process opens for the application role.',
    rule: wholeNumber(1, 1000),
    fallback: '10',
  },
  REDIS_URL: {
    about: 'Redis or Valkey for rate limits over several processes. Holds nothing that may not be lost.',
    rule: secretAddress('redis:', 'rediss:').optional(),
  },
  SERVE_PROCESSES: {
    about:
      'How many `serve` processes there are: while Redis is away, each allows its share of a rate limit.',
    rule: wholeNumber(1, 10_000),
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
  SECRET_KEY_PREVIOUS: {
    about: 'The key before, while the key is changed: see `hark rekey`. Remove it when that is done.',
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
} satisfies Record<string, Variable>;
