import type { ApiResponse } from '../../api/call.ts';
import { curlCommand } from '../../components/values/curl.ts';

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

/** Returns a curl command that sends the same data. It uses POST because the original method isn't stored. */
export function replayCurl(request: ApiResponse<'GET /requests/accepted/:id'>): string {
  const { fields, body, raw, headers, listener_url: url } = request;
  const own = headers.filter(({ name }) => !notSent.has(name) && !name.startsWith('sec-'));
  const type = headers.find(({ name }) => name === 'content-type')?.values[0] ?? 'text/plain';
  const sent = own.flatMap(({ name, values }) => values.map((value) => [name, value] as const));
  if (raw !== undefined)
    return curlCommand({ url, method: 'POST', headers: [['content-type', type], ...sent], body: raw });
  if (typeof body === 'string')
    return curlCommand({ url, method: 'POST', headers: [['content-type', type], ...sent], body });
  return curlCommand({
    url,
    method: 'POST',
    headers: [['content-type', 'application/json'], ...sent],
    body: JSON.stringify(body ?? fields),
  });
}
