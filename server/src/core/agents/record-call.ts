import type { LeadId, WorkspaceId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import type { Authenticated } from '../access/index.ts';
import { concealed } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { loadSecrets, type Mask } from '../secrets/index.ts';
import type { AgentCall, CallPage } from './agent-call.ts';
import { insertCall, selectCalls, updateCall } from './agent-call-store.ts';

/** Matches argument names whose values are probably secret. */
const secretName =
  /pass(word|phrase)?$|pwd|secret|token|api[-_]?key|authorization|credential|cookie|private[-_]?key|signature/i;
const maxTextLength = 500;
const maxTotalLength = 8_000;
const deepest = 8;

const shortened = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

/** Hides values with a secret-looking name and all of the workspace's secrets, and truncates long values. */
function shownArguments(given: unknown, mask: Mask): string {
  const text = mask(JSON.stringify(concealNamed(given, 0)) ?? 'null');
  return text.length > maxTotalLength ? JSON.stringify(`${text.slice(0, maxTotalLength)}…`) : text;
}

function concealNamed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return '…';
  if (Array.isArray(value)) return value.map((item) => concealNamed(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? concealed : concealNamed(inner, depth + 1),
    ]),
  );
}

interface CallResult {
  readonly outcome: string;
  readonly error: string | null;
  readonly resultBytes: number;
  readonly leads: readonly LeadId[];
}

/**
 * Runs an agent's call and records it. The row is written first, so a call that can't be recorded doesn't
 * run. If the end of the call can't be recorded, the failure is only logged, because the call has already
 * taken effect.
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
  const ended = {
    ...result,
    error: result.error === null ? null : shortened(mask(result.error)),
    durationMs: Math.round(performance.now() - startedAt),
  };
  await db
    .write(workspace.id, (transaction) => updateCall(transaction, workspace.id, id, ended))
    .catch((error) => logger.error({ err: error, call_id: id }, 'agent call result not recorded'));
  return result;
}

export const listAgentCalls = (
  { db }: Context,
  workspace: WorkspaceId,
  page: CallPage,
): Promise<AgentCall[]> => db.read(workspace, (transaction) => selectCalls(transaction, workspace, page));
