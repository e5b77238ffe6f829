import type { LeadId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import type { Authenticated } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { loadSecrets } from '../secrets/index.ts';
import { insertCall, updateCall } from './agent-call-store.ts';
import { shownArguments } from './shown-arguments.ts';

/** What a call came to. */
interface CallResult {
  readonly outcome: string;
  readonly resultBytes: number;
  readonly leads: readonly LeadId[];
}

/**
 * Makes a call of an agent and keeps who, by which client, with what, and how it ended. The row is there before anything is
 * done: what cannot be recorded is not done. An end that cannot be written is logged, because what was done is done.
 */
export async function recordCall<Result extends CallResult>(
  context: Context,
  { principal, versions }: Authenticated,
  tool: string,
  given: unknown,
  logger: Logger,
  work: () => Promise<Result>,
): Promise<Result> {
  const { db, clock } = context;
  const { workspace, user, means } = principal;
  const { mask } = await loadSecrets(context, workspace.id, versions.values);
  const begun = {
    at: clock.now(),
    user,
    client: { type: means.type, id: means.id ?? null, name: means.name ?? '' },
    tool,
    arguments: shownArguments(given, mask),
  };
  const id = await db.write(workspace.id, (transaction) => insertCall(transaction, workspace.id, begun));
  const startedAt = performance.now();
  const result = await work();
  const ended = { ...result, durationMs: Math.round(performance.now() - startedAt) };
  await db
    .write(workspace.id, (transaction) => updateCall(transaction, workspace.id, id, ended))
    .catch((error) => logger.error({ err: error, call: id }, 'the end of an agent call was not recorded'));
  return result;
}
