import type { FastifyRequest } from 'fastify';

/**
 * Whether the caller prefers a page to JSON (spec/oauth §2.2). Only a caller that accepts text/html explicitly
 * counts as a browser: programs accept any type, or send no Accept header.
 */
export function prefersPage({ headers }: FastifyRequest): boolean {
  const weights = new Map<string, number>();
  for (const entry of (headers.accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    weights.set(type, Number.isFinite(weight) ? weight : 0);
  }
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
}
