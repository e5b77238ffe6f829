import { documentBytes, type FetchDocument } from '../core/oauth/index.ts';
import { createEgress } from '../lib/egress/egress.ts';
import type { ResolveName } from '../lib/egress/names.ts';

const timeoutMs = 3_000;
const ports = new Set([443, 8443]);

/**
 * The way to client metadata documents. Their addresses are chosen by strangers, so it leads to public servers only: hosts that the
 * operator has named for workflows are out of reach.
 */
export function createDocumentFetch(
  /** For tests: name servers that answer as they like. */
  { resolve }: { resolve?: ResolveName } = {},
): FetchDocument {
  const egress = createEgress({ ports, allow: new Set(), ...(resolve && { resolve }) });
  return (url) =>
    egress({
      url,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'Hark' },
      timeoutMs,
      maximumBytes: documentBytes,
      redirects: 0,
      httpsOnly: true,
      publicOnly: true,
    });
}
