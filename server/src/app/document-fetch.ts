import { documentBytes, type FetchDocument } from '../core/oauth/index.ts';
import { createEgress } from '../lib/egress/egress.ts';
import type { ResolveName } from '../lib/egress/names.ts';

const timeoutMs = 3_000;
const ports = new Set([443, 8443]);

/**
 * Fetches client metadata documents. Their URLs come from untrusted callers, so only public servers are
 * reachable, not the hosts that the operator allowed for workflows.
 */
export function createDocumentFetch(
  /** Tests pass their own resolver. */
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
