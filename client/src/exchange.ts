import { HarkError } from './hark-error.ts';
import { withUserAgent } from './user-agent.ts';

/** A response whose body was read completely. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request as it is sent. */
export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The timeout, abort signal and fetch function for one attempt. */
export interface Carrier {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Sends one request and reads the whole response, regardless of its status. */
export async function exchange(request: Request, { timeoutMs, signal, fetch }: Carrier): Promise<Answer> {
  // Use one controller for both the timeout and the signal, because browsers from 2023 don't support
  // AbortSignal.any.
  const ended = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ended.abort();
  }, timeoutMs);
  const giveUp = () => ended.abort();
  signal?.addEventListener('abort', giveUp);
  try {
    if (signal?.aborted) throw aborted(signal);
    const { url, method, headers, body } = request;
    // Call it as a plain function: browsers reject a fetch that is called as another object's method.
    const send = fetch ?? globalThis.fetch;
    const init: RequestInit = {
      method,
      headers: withUserAgent(headers),
      redirect: 'manual',
      signal: ended.signal,
    };
    const response = await send(url, body === undefined ? init : { ...init, body });
    // Browsers hide the status and target of a redirect.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    return { status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    if (isLate) {
      throw new HarkError(`No complete response arrived within ${timeoutMs} ms.`, {
        code: 'timeout',
        isRetryable: true,
      });
    }
    throw new HarkError(`The server is unreachable or closed the connection: ${reasonOf(cause)}.`, {
      code: 'network',
      isRetryable: true,
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Returns the error for a call that its caller aborted. */
export const aborted = (signal: AbortSignal): HarkError =>
  new HarkError('The call was aborted by its signal.', { code: 'aborted', cause: signal.reason });

/** Returns the reason for a network error. Node.js only reports "fetch failed"; the cause contains the details. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  const inner = cause.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}
