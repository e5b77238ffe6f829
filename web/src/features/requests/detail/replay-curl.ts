import type { ApiResponse } from '../../../api/call.ts';
import { curlCommand } from '../../../components/values/curl.ts';

/** Headers to leave out, because curl sets them itself or because they describe the original body. All other headers are kept. */
const notSent = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'content-type',
  'user-agent',
  'accept',
  'origin',
  'referer',
]);

/** Returns a curl command that sends the same data. */
export function replayCurl(request: ApiResponse<'GET /requests/accepted/:id'>): string {
  const { fields, body, raw, headers, listener_url: url } = request;
  const method = request.method ?? 'POST';
  const own = headers.filter(({ name }) => !notSent.has(name) && !name.startsWith('sec-'));
  const type = headers.find(({ name }) => name === 'content-type')?.values[0] ?? 'text/plain';
  const sent = own.flatMap(({ name, values }) => values.map((value) => [name, value] as const));
  if (method === 'GET')
    return curlCommand({ url: `${url}${queryOf(fields)}`, method, headers: sent, body: null });
  const text = raw ?? (typeof body === 'string' ? body : undefined);
  if (text !== undefined)
    return curlCommand({ url, method, headers: [['content-type', type], ...sent], body: text });
  return curlCommand({
    url,
    method,
    headers: [['content-type', 'application/json'], ...sent],
    body: JSON.stringify(body ?? fields),
  });
}

/** A GET request has no body, so all its fields came from the query. */
function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((one) => [`${name}[]`, String(one)])
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
