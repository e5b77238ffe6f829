import { createEgress, type EgressRequest } from '../../../src/lib/egress/egress.ts';
import type { ResolveName } from '../../../src/lib/egress/names.ts';

/** Creates an egress client with these rules, and a list of the host names it resolves. */
export function callWith({
  allow = [],
  ports = [80, 443],
  resolve,
}: {
  allow?: readonly string[];
  ports?: readonly number[];
  resolve?: ResolveName;
}) {
  const resolved: string[] = [];
  const egress = createEgress({
    allow: new Set(allow),
    ports: new Set(ports),
    ...(resolve && {
      resolve: (name: string, signal: AbortSignal) => {
        resolved.push(name);
        return resolve(name, signal);
      },
    }),
  });
  const call = (url: string, options: Partial<EgressRequest> = {}) =>
    egress({
      url,
      method: 'GET',
      headers: {},
      timeoutMs: 2_000,
      maximumBytes: 100_000,
      redirects: 5,
      ...options,
    });
  return { call, resolved };
}
