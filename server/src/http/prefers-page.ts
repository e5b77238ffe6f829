import type { FastifyRequest } from 'fastify';

/**
 * Whether the caller would rather have a page than JSON (decisions 7). Only who names text/html is taken for a person:
 * programs send any type, or none.
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
