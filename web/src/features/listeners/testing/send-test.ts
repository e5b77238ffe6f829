/** What came back of a test request. */
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
 * Calls a listener from this page. It has the page's own origin, so the path is enough, and it is found even where somebody opened the console
 * under another name. No cookie goes along: a caller from outside has none either.
 */
export async function sendTest(
  url: string,
  { method, body, token }: { method: string; body: string; token: string | null },
): Promise<TestAnswer> {
  const began = performance.now();
  const hasBody = method !== 'GET' && body.trim() !== '';
  const answer = await fetch(new URL(url).pathname, {
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
    status: answer.status,
    statusText: answer.statusText,
    headers: [...answer.headers],
    body: await answer.text(),
    tookMs: Math.round(performance.now() - began),
    run: answer.headers.get('x-run-id'),
    isRedirect: answer.type === 'opaqueredirect',
  };
}
