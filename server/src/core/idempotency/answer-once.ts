import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import { selectStoredResponse, tryLock, upsertAnswer } from './idempotency-store.ts';

/** Requests with a longer key get a 400 (spec/rest-api §9). */
const maxKeyLength = 255;

export interface RepeatableRequest {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** The response's status and exact bytes. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: string;
}

/** `leads` lists the leads whose values the response contains, so the response can be erased with them. */
export interface FreshAnswer extends GivenAnswer {
  readonly leads: readonly LeadId[];
}

const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/**
 * Performs the effect once per key and repeats the same response, byte for byte (spec/rest-api §9). The
 * response is stored in the same transaction as the effect. A key is scoped to the workspace, user, method
 * and path, so no user gets another user's response.
 */
export async function answerOnce(
  transaction: Transaction,
  { workspace, user }: Principal,
  { key, method, path, body }: RepeatableRequest,
  effect: () => Promise<FreshAnswer>,
): Promise<GivenAnswer> {
  if (key === undefined) return effect();
  if (key.length > maxKeyLength)
    throw invalid('key_too_long', `Idempotency-Key: must have at most ${maxKeyLength} characters.`);
  const requestHash = hashOf(String(user.id), method, path, key);
  const bodyHash = hashOf(body);
  if (!(await tryLock(transaction, workspace.id, requestHash))) {
    throw conflict(
      'twin_in_flight',
      'Another request with this Idempotency-Key is still in progress. Wait for its response.',
    );
  }
  const given = await selectStoredResponse(transaction, workspace.id, user.id, requestHash);
  if (given && !given.body_hash.equals(bodyHash)) {
    throw invalid(
      'key_reused',
      'This Idempotency-Key was used with a different body. Use a new key for a new request.',
    );
  }
  if (given) return { status: given.status, body: given.body };
  const { leads, ...answer } = await effect();
  const kept = { body_hash: bodyHash, ...answer };
  await upsertAnswer(transaction, workspace.id, user.id, requestHash, kept, leads);
  return answer;
}
