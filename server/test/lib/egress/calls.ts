import { createEgress, type EgressRequest } from '../../../src/lib/egress/egress.ts';
import type { ResolveName } from '../../../src/lib/egress/names.ts';

/** A way out with these rules, and the names that it looks up. */
export function callWith({
  allow = [],
  ports = [80, 443],
  resolve,
}: {
  allow?: readonly string[];
  ports?: readonly number[];
  resolve?: ResolveName;
}) {
  const asked: string[] = [];
  const egress = createEgress({
    allow: new Set(allow),
    ports: new Set(ports),
    ...(resolve && {
      resolve: (name: string, signal: AbortSignal) => {
        asked.push(name);
        return resolve(name, signal);
      },
    }),
  });
  const call = (url: string, wish: Partial<EgressRequest> = {}) =>
    egress({
      url,
      method: 'GET',
      headers: {},
      timeoutMs: 2_000,
      maximumBytes: 100_000,
      redirects: 5,
      ...wish,
    });
  return { call, asked };
}
