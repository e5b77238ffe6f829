import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import { selectStoredResponse, tryLock, upsertAnswer } from './idempotency-store.ts';

/** Longer keys get 400 (spec/rest-api §9). */
const longestKey = 255;

export interface RepeatableRequest {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** The status and the exact bytes. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: string;
}

/** `leads` are those whose values the response contains, so that it can be erased with them. */
export interface FreshAnswer extends GivenAnswer {
  readonly leads: readonly LeadId[];
}

const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/**
 * Performs the effect once per key and returns the same response again, byte for byte (spec/rest-api §9).
 * Response and effect share a transaction. The key belongs to workspace, user, method and path, so that no
 * user gets another user's response.
 */
export async function answerOnce(
  transaction: Transaction,
  { workspace, user }: Principal,
  { key, method, path, body }: RepeatableRequest,
  effect: () => Promise<FreshAnswer>,
): Promise<GivenAnswer> {
  if (key === undefined) return effect();
  if (key.length > longestKey)
    throw invalid('key_too_long', `Idempotency-Key: at most ${longestKey} characters.`);
  const requestHash = hashOf(String(user.id), method, path, key);
  const bodyHash = hashOf(body);
  if (!(await tryLock(transaction, workspace.id, requestHash))) {
    throw conflict(
      'twin_in_flight',
      'A request with this Idempotency-Key is being served. Wait for its answer.',
    );
  }
  const given = await selectStoredResponse(transaction, workspace.id, user.id, requestHash);
  if (given && !given.body_hash.equals(bodyHash)) {
    throw invalid(
      'key_reused',
      'This Idempotency-Key was used for another body. Use a new key for a new request.',
    );
  }
  if (given) return { status: given.status, body: given.body };
  const { leads, ...answer } = await effect();
  const kept = { body_hash: bodyHash, ...answer };
  await upsertAnswer(transaction, workspace.id, user.id, requestHash, kept, leads);
  return answer;
}
