import type { Principal } from '../access/index.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { answerOnce, type GivenAnswer, type RepeatableRequest } from './answer-once.ts';

/** A user, and the IP address that they call from. */
export interface ApiCaller {
  readonly principal: Principal;
  readonly origin: string;
}

/** Makes a change in the caller's name, once per Idempotency-Key, in one transaction. */
export function changeOnce(
  { db, clock, key }: Context,
  { principal, origin }: ApiCaller,
  request: RepeatableRequest,
  effect: (change: Change) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<GivenAnswer> {
  const { workspace, user, means } = principal;
  return db.write(workspace.id, (transaction) =>
    answerOnce(transaction, principal, request, async () => {
      const change = { transaction, workspace: workspace.id, actor: { user, means, origin }, clock, key };
      const { status, body } = await effect(change);
      return { status, body: JSON.stringify(body), leads: [] };
    }),
  );
}
