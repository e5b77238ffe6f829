import type { Answer } from '../../api/call.ts';
import { curlOf } from '../../components/values/curl.ts';

/** What the connection itself says, and what would be untrue of another body; a sender's own headers stay. */
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

/** A command that brings what a request brought. The verb was not kept. */
export function replayCurl(request: Answer<'GET /requests/accepted/:id'>): string {
  const { fields, body, raw, headers, listener_url: url } = request;
  const own = headers.filter(({ name }) => !notSent.has(name) && !name.startsWith('sec-'));
  const type = headers.find(({ name }) => name === 'content-type')?.values[0] ?? 'text/plain';
  const sent = own.flatMap(({ name, values }) => values.map((value) => [name, value] as const));
  if (raw !== undefined)
    return curlOf({ url, method: 'POST', headers: [['content-type', type], ...sent], body: raw });
  if (typeof body === 'string')
    return curlOf({ url, method: 'POST', headers: [['content-type', type], ...sent], body });
  return curlOf({
    url,
    method: 'POST',
    headers: [['content-type', 'application/json'], ...sent],
    body: JSON.stringify(body ?? fields),
  });
}
