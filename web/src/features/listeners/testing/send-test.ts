/** The response to a test request. */
export interface TestAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly tookMs: number;
  readonly run: string | null;
  readonly isRedirect: boolean;
}

const timeoutMs = 30_000;

/**
 * Calls a listener from this page. The page and the listener have the same origin, so the path is enough. This also works if the
 * console was opened under a different host name. Like an external caller, it sends no cookies.
 */
export async function sendTest(
  url: string,
  { method, body, token }: { method: string; body: string; token: string | null },
): Promise<TestAnswer> {
  const startedAt = performance.now();
  const hasBody = method !== 'GET' && body.trim() !== '';
  const response = await fetch(new URL(url).pathname, {
    method,
    credentials: 'omit',
    redirect: 'manual',
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(hasBody ? { body } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: await response.text(),
    tookMs: Math.round(performance.now() - startedAt),
    run: response.headers.get('x-run-id'),
    isRedirect: response.type === 'opaqueredirect',
  };
}
