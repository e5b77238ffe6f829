import { findStoredConnection, resolveUrl } from '../../../core/connections/index.ts';
import type { MockResponse, StepMock } from '../../../core/runs/index.ts';
import { callMethods } from '../../../core/workflows/index.ts';
import type { EgressAnswer } from '../../../lib/egress/egress.ts';
import { EgressFailure } from '../../../lib/egress/failure.ts';
import { readRetryAfter } from '../../../lib/egress/retry-after.ts';
import { invalid } from '../../../lib/errors.ts';
import { checkJson, parseExactJson } from '../../../lib/json.ts';
import { otherOrigin, sendConnected, unknownConnection } from '../calls/connected-call.ts';
import type { CallResult, CallSender } from '../calls/outside-call.ts';
import { requireAllowedHost } from '../calls/sent-secrets.ts';
import { headerValueOf, settingText, wholeNumberOf, withQuery } from '../calls/setting-values.ts';
import { secretHeaderTexts, shownHeaders } from '../calls/shown-headers.ts';
import type { RenderedSettings, StepHandler } from './step-handler.ts';

export const handleHttpRequest: StepHandler<'http.request'> = {
  kind: 'call',
  prepare(step, input, runContext) {
    const { connection, accept = [] } = step.settings;
    const call = readCall(input, accept, connection === undefined);
    const requireHost = (url: string) => requireAllowedHost(runContext, step, url);
    if (connection === undefined) requireHost(call.url);
    return {
      type: step.type,
      // Contains only the host, because the rest of a URL may contain a credential.
      span: { name: call.method, host: URL.parse(call.url)?.hostname ?? '' },
      send: (sender) =>
        connection === undefined
          ? send(call, sender)
          : sendConnected(call, sender, { name: connection, runContext, requireHost, send }),
      async rehearse({ mock, record, now, workspace, transaction }) {
        let { url } = call;
        if (connection !== undefined) {
          const found = await findStoredConnection(transaction, workspace, connection);
          if (!found) throw unknownConnection(connection);
          const resolved = resolveUrl(call.url, found);
          if (resolved === undefined) throw otherOrigin(found);
          requireHost(resolved);
          url = withQuery(resolved, call.query);
        }
        const { method, headers } = call;
        record({ kind: 'request', method, url, headers, body: input.body ?? null });
        return mockedResult(call, mock(), now);
      },
    };
  },
  showInput: ({ headers, retry, ...shown }, { connection }) => {
    const { method, url, query, body, timeout_ms } = shown;
    return {
      method,
      url,
      ...(connection !== undefined && { connection }),
      headers: shownHeaders(headers),
      query,
      ...('body' in shown && { body }),
      timeout_ms,
      max_attempts: retry.max_attempts,
    };
  },
  credentialsIn(output) {
    const { headers = {} } = (output ?? {}) as { headers?: Record<string, string> };
    return secretHeaderTexts(headers);
  },
};

interface HttpCall {
  readonly method: string;
  readonly url: string;
  /** Parameters to add to the URL, if it isn't complete yet. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** Statuses that count as success, besides 2xx. */
  readonly accept: readonly number[];
}

/** Reads the settings. With a connection, the URL may be a path, so it is completed later. */
function readCall(
  input: RenderedSettings<'http.request'>,
  accept: readonly number[],
  isComplete: boolean,
): HttpCall {
  const method = settingText('method', input.method).trim().toUpperCase();
  if (!callMethods.includes(method)) {
    throw invalid('call_method', `method: must be one of ${callMethods.join(', ')}.`);
  }
  const body = readBody(input.body);
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw invalid('call_body', `body: A ${method} request can't have a body. Use query, or another method.`);
  }
  const headers: Record<string, string> = Object.create(null);
  if (body) headers['content-type'] = body.type;
  for (const [name, value] of Object.entries(input.headers)) {
    headers[name.toLowerCase()] = headerValueOf(`headers.${name}`, value);
  }
  const url = settingText('url', input.url).trim();
  return {
    method,
    url: isComplete ? withQuery(url, input.query) : url,
    query: input.query,
    headers,
    body: body?.text,
    timeoutMs: wholeNumberOf('timeout_ms', input.timeout_ms, 100, 30_000),
    maxAttempts: wholeNumberOf('retry.max_attempts', input.retry.max_attempts, 1, 20),
    accept,
  };
}

/**
 * Reads the body setting. A string is sent as is and any other value as JSON (docs/steps.md); null means no
 * body.
 */
function readBody(body: unknown): { type: string; text: string } | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', text: body };
  return { type: 'application/json', text: JSON.stringify(body) };
}

const maximumBytes = 1_048_576;
const maxRedirects = 5;
/** Responses after which a retry makes sense; other 4xx responses fail the step (spec/runs §2.7). */
const laterStatuses: readonly number[] = [408, 409, 425, 429];

const failureCodes = { refused: 'blocked', unreachable: 'unreachable', unusable: 'too_large' } as const;

/** Sends the request with these additional headers. */
async function send(
  call: HttpCall,
  { context, egress, key, depth, trace }: CallSender,
  credential: Readonly<Record<string, string>> = {},
): Promise<CallResult> {
  const { method, url, body, timeoutMs, maxAttempts } = call;
  const headers = {
    accept: '*/*',
    'user-agent': 'Hark',
    'idempotency-key': key,
    ...(trace !== undefined && { traceparent: trace }),
    ...call.headers,
    ...credential,
    'accept-encoding': 'gzip, deflate, br',
    'hark-depth': String(depth),
  };
  try {
    const answer = await egress({
      method,
      url,
      headers,
      confidential: Object.keys(credential),
      body,
      timeoutMs,
      maximumBytes,
      redirects: maxRedirects,
    });
    const { status } = answer;
    const response = { status, headers: answer.headers, body: readAnswerBody(answer) };
    return resultOf(call, response, context.clock.now());
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    const mayRetry = error.kind === 'unreachable';
    return { kind: 'failed', error: error.message, code: failureCodes[error.kind], mayRetry, maxAttempts };
  }
}

/** Any response other than 2xx is a failure, unless the step accepts its status (spec/runs §2.7). */
function resultOf({ accept, maxAttempts }: HttpCall, output: MockResponse, now: Date): CallResult {
  const { status, headers } = output;
  const made = { status, output, shownOutput: { ...output, headers: shownHeaders(headers) } };
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess || accept.includes(status)) return { kind: 'done', ...made };
  return {
    kind: 'failed',
    ...made,
    error: `The server returned ${status}.`,
    code: 'status',
    mayRetry: status >= 500 || laterStatuses.includes(status),
    retryAfterMs: readRetryAfter(headers['retry-after'], now),
    maxAttempts,
  };
}

/** Returns what a test supplied instead of a response (spec/workflow-tests §2.2). */
function mockedResult(call: HttpCall, mock: StepMock, now: Date): CallResult {
  if (mock.kind === 'response') return resultOf(call, mock.response, now);
  const error = mock.kind === 'error' ? mock.error : '';
  const named = mock.kind === 'error' && mock.code ? mock.code : error;
  const code = Object.values(failureCodes).find((known) => known === named) ?? 'unreachable';
  return { kind: 'failed', error, code, mayRetry: code === 'unreachable', maxAttempts: call.maxAttempts };
}

/**
 * Parses a JSON body into a value; any other body becomes a string. Invalid or too deeply nested JSON stays a
 * string.
 */
function readAnswerBody({ headers, body }: EgressAnswer): unknown {
  if (body.length === 0) return null;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (/^\s*application\/([\w.-]+\+)?json\s*$/.test(type)) {
    try {
      return parseExactJson(checkJson(body).text);
    } catch {
      return body.toString();
    }
  }
  const charset = parameters.map((text) => /^\s*charset="?([\w-]+)"?\s*$/.exec(text)?.[1]).find(Boolean);
  return decodeText(body, charset ?? 'utf-8');
}

function decodeText(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString();
  }
}
