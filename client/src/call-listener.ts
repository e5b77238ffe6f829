import { type Answer, exchange, type Request } from './exchange.ts';
import { HarkError } from './hark-error.ts';
import { type ListenerTokenClaims, signListenerToken } from './listener-token.ts';
import { randomKey } from './random-key.ts';
import { parseJson, readFailure } from './read-failure.ts';
import { defaultRetry, type RetryPolicy, withRetries } from './retry.ts';

/** A request to a listener. */
export interface ListenerCall {
  /** The full URL of the listener: `https://…/listener/…/…`. */
  readonly url: string;
  /** The fields that the workflow reads as `__data.<field>`: sent as a JSON body, or as the query of a GET request. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly method?: 'POST' | 'PUT' | 'GET' | undefined;
  /**
   * Needed if the listener has `add_authentication` enabled. Either claims, which are signed again for each
   * attempt, or a ready-made token.
   */
  readonly token?: ListenerTokenClaims | string | undefined;
  /** The header that carries the token. Change it if your proxy uses `Authorization` for itself. */
  readonly tokenHeader?: 'authorization' | 'token' | undefined;
  /**
   * Identifies the event, for example by its ID in your system. Sending the same key again doesn't start
   * another run. Random by default.
   */
  readonly deliveryKey?: string | undefined;
  /** The listener's `idempotency_header`, if it has one. */
  readonly deliveryHeader?: string | undefined;
  /** Additional headers, which the workflow reads as `__data.__headers.<name>[0]`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A listener's response to an accepted request. `receipt`: the request was stored. `pending`: the workflow
 * didn't respond within 20 seconds and is still running. `answer`: the workflow's respond step sent this
 * response.
 */
export interface ListenerAnswer {
  readonly kind: 'receipt' | 'pending' | 'answer';
  /** The run's ID. For an `answer`, web pages on other origins can't read it, because browsers hide the header. */
  readonly runId: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON value, or a string if the body isn't JSON. */
  readonly body: unknown;
}

/** Sends a request until it is stored. All attempts share one delivery key, so they start only one run. */
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
    // A retry would get the same response, because this request has already started the failed run.
    throw new HarkError(workflowFailed, { code: 'workflow_failed', status, runId });
  }
  const kind = receipt === undefined ? 'answer' : status === 200 ? 'receipt' : 'pending';
  return { kind, runId, status, headers, body };
}

/** Reads the run's ID from `{"ok":true,"run_id":"…"}`. */
function runIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('ok' in body && 'run_id' in body)) return undefined;
  return body.ok === true && typeof body.run_id === 'string' ? body.run_id : undefined;
}

/**
 * Reads a rejection. Rejections are plain text and echo the token, which must not end up in a log
 * (spec/listeners §5.1).
 */
function readRefusal(answer: Answer, jwt: string | undefined): HarkError {
  const { status, headers, text } = answer;
  if (status !== 401 && status !== 403) return readFailure(answer);
  const said = jwt === undefined ? text : text.replaceAll(jwt, '');
  return new HarkError(said.trim() || "The listener doesn't allow this origin. Add it to cors_domains.", {
    code: 'listener_refused',
    status,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}
