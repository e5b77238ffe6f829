import { type Answer, exchange, type Request } from './exchange.ts';
import { HarkError } from './hark-error.ts';
import { type ListenerTokenClaims, signListenerToken } from './listener-token.ts';
import { randomKey } from './random-key.ts';
import { parseJson, readFailure } from './read-failure.ts';
import { defaultRetry, type RetryPolicy, withRetries } from './retry.ts';

/** One delivery to a listener. */
export interface ListenerCall {
  /** The listener's whole address: `https://…/listener/…/…`. */
  readonly url: string;
  /** The fields that the workflow reads as `__data.<field>`: a JSON body, or the query of a GET. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly method?: 'POST' | 'PUT' | 'GET' | undefined;
  /** For a listener with `add_authentication`: what to sign (anew for each try), or a token that you have. */
  readonly token?: ListenerTokenClaims | string | undefined;
  /** Which header carries the token. `Authorization` unless a proxy of yours uses that one for itself. */
  readonly tokenHeader?: 'authorization' | 'token' | undefined;
  /** One for each thing that happened, such as your event's id: however often it is sent, it becomes one run. Random unless you give one. */
  readonly deliveryKey?: string | undefined;
  /** The listener's `idempotency_header`, where it names one. */
  readonly deliveryHeader?: string | undefined;
  /** More headers, which the workflow reads as `__data.__headers.<name>[0]`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * What a listener says to a delivery that it took: that it is stored (`receipt`), that the workflow has not answered within 20
 * seconds and goes on (`pending`), or what the workflow's respond step says (`answer`).
 */
export interface ListenerAnswer {
  readonly kind: 'receipt' | 'pending' | 'answer';
  /** The run. A web page of another origin cannot read it from an `answer`: browsers hide the header that has it. */
  readonly runId: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** The JSON value, or the text where it is not JSON. */
  readonly body: unknown;
}

/** Sends a delivery until it is stored. Every try carries the same delivery key, so however often it is sent it becomes one run. */
export async function callListener(call: ListenerCall): Promise<ListenerAnswer> {
  const { signal, timeoutMs = 30_000, fetch, token } = call;
  const request = requestOf(call);
  return withRetries({ ...defaultRetry, ...call.retry }, signal, async () => {
    const jwt = typeof token === 'object' ? await signListenerToken(token) : token;
    const headers = { ...request.headers, ...tokenHeader(call, jwt) };
    return readListenerAnswer(await exchange({ ...request, headers }, { signal, timeoutMs, fetch }), jwt);
  });
}

function requestOf({
  url,
  data = {},
  method = 'POST',
  headers,
  deliveryKey = randomKey(),
  deliveryHeader,
}: ListenerCall): Request {
  const isGet = method === 'GET';
  const target = new URL(url);
  if (isGet) for (const [name, value] of Object.entries(data)) target.searchParams.set(name, String(value));
  return {
    url: target.href,
    method,
    headers: {
      ...headers,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      [deliveryHeader ?? 'idempotency-key']: deliveryKey,
    },
    body: isGet ? undefined : JSON.stringify(data),
  };
}

function tokenHeader(
  { tokenHeader: name = 'authorization' }: ListenerCall,
  jwt: string | undefined,
): Record<string, string> {
  if (jwt === undefined) return {};
  return name === 'token' ? { token: jwt } : { authorization: `Bearer ${jwt}` };
}

const workflowFailed = 'The workflow failed.';

function readListenerAnswer(answer: Answer, jwt: string | undefined): ListenerAnswer {
  const { status, headers, text } = answer;
  const body = parseJson(text) ?? text;
  const receipt = status === 200 || status === 202 ? runIdOf(body) : undefined;
  const runId = headers.get('x-run-id') ?? receipt;
  if (runId === undefined && (status < 200 || status > 299)) throw readRefusal(answer, jwt);
  if (status === 500 && runId !== undefined && readFailure(answer).message === workflowFailed) {
    // Sent again it would get the same answer: this delivery is that run.
    throw new HarkError(workflowFailed, { code: 'workflow_failed', status, runId });
  }
  const kind = receipt === undefined ? 'answer' : status === 200 ? 'receipt' : 'pending';
  return { kind, runId, status, headers, body };
}

/** `{"ok":true,"run_id":"…"}` */
function runIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('ok' in body && 'run_id' in body)) return undefined;
  return body.ok === true && typeof body.run_id === 'string' ? body.run_id : undefined;
}

/** Rejections are text and repeat the token, which must not end up in a log (spec/listeners §5.1). */
function readRefusal(answer: Answer, jwt: string | undefined): HarkError {
  const { status, headers, text } = answer;
  if (status !== 401 && status !== 403) return readFailure(answer);
  const said = jwt === undefined ? text : text.replaceAll(jwt, '');
  return new HarkError(said.trim() || 'The listener does not allow this origin. Add it to cors_domains.', {
    code: 'listener_refused',
    status,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}
