import type { Egress, EgressAnswer } from '../../lib/egress/egress.ts';
import { EgressFailure } from '../../lib/egress/failure.ts';
import { checkJson, parseExactJson } from '../../lib/json.ts';
import type { CallResult, HttpCall } from './outside-call.ts';
import { readRetryAfter } from './retry-plan.ts';
import { shownHeaders } from './shown-headers.ts';

const maximumBytes = 1_048_576;
const mostRedirects = 5;
/** Responses that mean "later" (spec/runs §2.7); the other 4xx mean "not like this". */
const laterStatuses: readonly number[] = [408, 409, 425, 429];

interface Sender {
  readonly egress: Egress;
  readonly now: () => Date;
  /** The same for every attempt of this step of this run. */
  readonly key: string;
  /** The number of runs in the chain that leads to this call (spec/listeners §7.6). */
  readonly depth: number;
  /** The `traceparent` to send along, where the run is traced. */
  readonly trace: string | undefined;
}

/** Makes one attempt. Any answer but a 2xx is a failure, told with what the server said (docs/design/steps.md). */
export async function sendHttp(
  call: HttpCall,
  { egress, now, key, depth, trace }: Sender,
): Promise<CallResult> {
  const { method, url, body, timeoutMs, mostAttempts } = call;
  const headers = {
    accept: '*/*',
    'user-agent': 'Hark',
    'idempotency-key': key,
    ...(trace !== undefined && { traceparent: trace }),
    ...call.headers,
    'accept-encoding': 'gzip, deflate, br',
    'hark-depth': String(depth),
  };
  try {
    const answer = await egress({
      method,
      url,
      headers,
      body,
      timeoutMs,
      maximumBytes,
      redirects: mostRedirects,
    });
    const output = { status: answer.status, headers: answer.headers, body: readAnswerBody(answer) };
    const made = {
      status: answer.status,
      output,
      shownOutput: { ...output, headers: shownHeaders(answer.headers) },
    };
    if (answer.status >= 200 && answer.status < 300) return { kind: 'done', ...made };
    return {
      kind: 'failed',
      ...made,
      error: `The server answered ${answer.status}.`,
      mayRetry: answer.status >= 500 || laterStatuses.includes(answer.status),
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], now()),
      mostAttempts,
    };
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    return { kind: 'failed', error: error.message, mayRetry: error.kind === 'unreachable', mostAttempts };
  }
}

/** JSON as a value, everything else as text; what says that it is JSON and is not, or is nested too deep, stays text. */
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
