import { refused, unusable } from './failure.ts';

export interface HopRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Headers that are never sent to another origin, although their name is harmless. Names are lower case. */
  readonly confidential?: readonly string[] | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** The only headers that are sent to another origin. Any other header may contain a credential. */
const harmless = new Set(['accept', 'accept-language', 'user-agent']);
const ofBody = /^content-/;

export const isRedirect = (status: number, location: string | undefined): location is string =>
  redirects.has(status) && location !== undefined && location !== '';

/** Follows redirects like `fetch`, but with stricter rules for other origins. */
export function followRedirect(
  request: HopRequest,
  from: URL,
  status: number,
  location: string,
): { address: string; request: HopRequest } {
  const to = URL.parse(location, from.href);
  if (!to) throw unusable('The server redirected to an invalid URL.');
  const asksToGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const next = asksToGet ? { ...request, method: 'GET', body: undefined } : request;
  if (to.origin === from.origin) {
    return {
      address: to.href,
      request: { ...next, headers: keep(next, (name) => next.body !== undefined || !ofBody.test(name)) },
    };
  }
  if (next.method !== 'GET' && next.method !== 'HEAD') {
    throw refused(
      `The server redirected the ${next.method} request to another origin, which doesn't get the request body. Call the new URL directly.`,
    );
  }
  return {
    address: to.href,
    request: {
      method: next.method,
      body: undefined,
      headers: keep(next, (name) => harmless.has(name) && !next.confidential?.includes(name)),
    },
  };
}

const keep = ({ headers }: HopRequest, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
