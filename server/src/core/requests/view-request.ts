import { HarkError } from '../../lib/errors.ts';
import type { RunId, UserId } from '../../lib/ids.ts';
import { parseExactJson } from '../../lib/json.ts';
import { may, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { listenerUrl } from '../listeners/index.ts';
import { openAnswer, type RunAnswer, receiptBody, workflowFailed } from '../runs/index.ts';
import { loadSecrets } from '../secrets/index.ts';
import { type AcceptedRow, type RefusedRow, selectAcceptedOne, selectRefusedOne } from './request-store.ts';

/** The response to an accepted request. */
export interface SentResponse {
  /** What decided the response: Hark itself, the workflow's respond step, or the failed run. */
  readonly source: 'receipt' | 'step' | 'failure';
  /** How long the caller waited. Null if the response was sent immediately. */
  readonly tookMs: number | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Null if the run failed, because the listener words its own errors. */
  readonly body: string | null;
}

/** An accepted request, split into the parts of a run's input (spec/listeners §6). */
export interface ViewedRequest extends AcceptedRow {
  readonly owner: UserId;
  /** The listener's current URL. */
  readonly listenerUrl: string;
  /** The headers without cookies and credentials, which are never stored. */
  readonly headers: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Form and query fields that were sent more than once, and how many times. Only the last value is kept. */
  readonly repeated: Readonly<Record<string, number>>;
  /** The body, if it isn't made up of fields; undefined if there is none. */
  readonly body: unknown;
  /** The body as received, if the workflow reads it. */
  readonly raw: string | undefined;
  /** Claims from a verified token. */
  readonly jwtData: unknown;
  readonly jwtSub: unknown;
  /** Null while the caller waits for the workflow's response. */
  readonly response: SentResponse | null;
}

/** The error for a missing request, and also for a request that the caller can't see. */
const noRequest = () =>
  new HarkError(
    'not-found',
    'unknown_request',
    "This request no longer exists, or you don't have access to it.",
  );

/** Returns one accepted request. The workspace's secrets are hidden wherever they appear (spec/runs §3.4). */
export async function viewAccepted(
  context: Context,
  principal: Principal,
  run: RunId,
): Promise<ViewedRequest> {
  const workspace = principal.workspace.id;
  const found = await context.db.read(workspace, (transaction) =>
    selectAcceptedOne(transaction, workspace, run),
  );
  if (!found || !may(principal, 'listeners.inspect_requests', found.owner_id)) throw noRequest();
  const { owner_id: owner, input, template_values_version, first_hash, second_hash, ...rest } = found;
  const { answer, responded_at: respondedAt, ...row } = rest;
  const { mask } = await loadSecrets(context, workspace, template_values_version);
  const hashes = { firstHash: first_hash, secondHash: second_hash };
  const url = listenerUrl(principal.workspace, hashes);
  const response = responseTo(row, {
    respondedAt,
    answer:
      answer === null ? null : (JSON.parse(mask(JSON.stringify(openAnswer(context, answer)))) as RunAnswer),
  });
  return { ...row, owner, listenerUrl: url, response, ...takeApart(mask(input)) };
}

/**
 * Returns what the caller received. Only the response of a respond step is stored, because the others are always
 * the same.
 */
function responseTo(
  { id, at, http_status: status }: AcceptedRow,
  { respondedAt, answer }: { respondedAt: Date | null; answer: RunAnswer | null },
): SentResponse | null {
  if (status === null) return null;
  const tookMs = respondedAt === null ? null : respondedAt.getTime() - at.getTime();
  if (answer) return { source: 'step', tookMs, headers: headersOf(answer), body: answer.body?.text ?? '' };
  return status === workflowFailed.status
    ? { source: 'failure', tookMs, headers: [], body: null }
    : { source: 'receipt', tookMs, headers: [], body: receiptBody(id) };
}

const headersOf = ({ headers, body }: RunAnswer): SentResponse['headers'] => {
  const own = headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  return body && own.every(({ name }) => name !== 'content-type')
    ? [{ name: 'content-type', value: body.type }, ...own]
    : own;
};

export async function viewRefused(
  { db }: Context,
  principal: Principal,
  id: number,
): Promise<RefusedRow & { readonly same: number }> {
  const workspace = principal.workspace.id;
  const found = await db.read(workspace, (transaction) => selectRefusedOne(transaction, workspace, id));
  if (!found || !may(principal, 'listeners.inspect_requests', found.owner_id)) throw noRequest();
  const { owner_id: _, ...row } = found;
  return row;
}

/**
 * Splits the input into its parts. Names are untrusted, so the objects have no prototype and are only
 * iterated.
 */
function takeApart(
  input: string,
): Omit<ViewedRequest, keyof AcceptedRow | 'owner' | 'listenerUrl' | 'response'> {
  const { __headers, __body, __raw, __repeated, ...fields } = parseExactJson(input) as Record<
    string,
    unknown
  >;
  const { __jwt_data, __jwt_sub, ...headers } = (__headers ?? {}) as Record<string, unknown[]>;
  return {
    headers: Object.entries(headers).map(([name, values]) => ({ name, values: values.map(String) })),
    fields,
    repeated: (__repeated ?? {}) as Record<string, number>,
    body: __body,
    raw: typeof __raw === 'string' ? __raw : undefined,
    jwtData: __jwt_data?.[0],
    jwtSub: __jwt_sub?.[0],
  };
}
