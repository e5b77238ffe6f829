import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { invalid } from '../../lib/errors.ts';

/** Argon2id, the library's default algorithm, at 19 MiB and two passes: the least that OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password as it is stored: salted, slow on purpose, with its parameters in front. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Whether this is the password; false also for a stored value that is no hash. */
export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password).catch(() => false);

/** 128 random bits, in characters that can be read out. */
export const generatePassword = (): string => randomBytes(16).toString('base64url');

const shortestPassword = 12;
export const longestPassword = 256;

/** Refuses a password that a person may not choose: length is what helps, and no rule about characters. */
export function requireGoodPassword(password: string): void {
  if (password.length < shortestPassword)
    throw invalid('password_too_short', `Choose a password of at least ${shortestPassword} characters.`);
  if (password.length > longestPassword)
    throw invalid('password_too_long', `Choose a password of at most ${longestPassword} characters.`);
  if (new Set(password).size < 4)
    throw invalid('password_too_simple', 'Choose a password with more different characters.');
}
