import type { IncomingMessage } from 'node:http';
import type { RequestFacts } from '../../core/runs/index.ts';
import type { ServerParts } from '../server/begin-request.ts';
import type { Delivery } from './delivery.ts';

/** Returns what the request inspector stores about every request, accepted or rejected. */
export const requestFactsOf = (
  { clientAddress }: ServerParts,
  { method, request }: Delivery,
): Omit<RequestFacts, 'bodyBytes'> => ({
  method,
  address: clientAddress(request),
  contentType: mediaTypeOf(request),
});

/** Returns the media type without parameters. Other text could be personal data, so it is left out. */
function mediaTypeOf({ headers }: IncomingMessage): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const mediaType = type.trim().toLowerCase();
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mediaType) ? mediaType : '';
}

/** Returns the size that a caller announced, for a request whose body may not have been read. Null if unknown. */
export function announcedBytes({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  const bytes = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
