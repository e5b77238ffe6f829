/** What an `http.request` step cannot set: what belongs to the connection or the body, and what the service sends by itself. */
const forbidden = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'hark-depth',
  // Hop by hop (RFC 9110, 7.6.1).
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether an `http.request` step may not set this header, in whatever letter case. */
export const isForbiddenCallHeader = (name: string): boolean => forbidden.has(name.toLowerCase());

/** The verbs that a step can use. */
export const callMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
