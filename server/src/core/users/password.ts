import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default algorithm, at 19 MiB and two passes: the least that OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password as it is stored: salted, slow on purpose, with its parameters in front. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Whether this is the password; false also for a stored value that is no hash. */
export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password).catch(() => false);

/** 128 random bits, in characters that can be read out. */
export const generatePassword = (): string => randomBytes(16).toString('base64url');
