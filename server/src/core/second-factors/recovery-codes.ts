import { randomInt } from 'node:crypto';
import { fingerprintOf } from '../../lib/crypto/token.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import { deleteCode, deleteCodes, insertCodes } from './recovery-code-store.ts';

const count = 10;
/** Letters and digits that are hard to confuse. 16 of them have 79 random bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 16;

const makeCode = (): string => {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
};

/** People type codes with spaces, without hyphens or in capitals. */
const hashOf = (code: string): Buffer => fingerprintOf(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Replaces a user's recovery codes. Only their hashes are stored, so they can be shown only now. */
export async function replaceCodes({ transaction, workspace }: Change, user: UserId): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode);
  await deleteCodes(transaction, workspace, user);
  await insertCodes(transaction, workspace, user, codes.map(hashOf));
  return codes;
}

/** Uses a recovery code. Each works once (spec/sign-in §1.3). */
export const useRecoveryCode = (
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  user: UserId,
  code: string,
): Promise<boolean> => deleteCode(transaction, workspace, user, hashOf(code));
