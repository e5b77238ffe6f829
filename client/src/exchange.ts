import { HarkError } from './hark-error.ts';

/** What comes back, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One request, as it is sent. */
export interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** How long one try may take, who may end it, and what carries it. */
export interface Carrier {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Sends one request once and reads the whole answer, whatever its status. */
export async function exchange(request: Request, { timeoutMs, signal, fetch }: Carrier): Promise<Answer> {
  // One controller for both ends, because AbortSignal.any is missing in browsers of 2023.
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
    // Called as a plain function: browsers refuse a fetch that is another object's method.
    const send = fetch ?? globalThis.fetch;
    const init: RequestInit = { method, headers, redirect: 'manual', signal: ended.signal };
    const response = await send(url, body === undefined ? init : { ...init, body });
    // A browser hides where a redirect leads to, and its status.
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    return { status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    if (isLate) {
      throw new HarkError(`No whole answer came within ${timeoutMs} ms.`, {
        code: 'timeout',
        isRetryable: true,
      });
    }
    throw new HarkError(`The server cannot be reached, or hung up: ${reasonOf(cause)}.`, {
      code: 'network',
      isRetryable: true,
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** What a caller who gives up gets. */
export const aborted = (signal: AbortSignal): HarkError =>
  new HarkError('The call was given up by its signal.', { code: 'aborted', cause: signal.reason });

/** Node says only "fetch failed"; what is behind it tells more. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  const inner = cause.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}
