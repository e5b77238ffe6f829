import { getRouteApi } from '@tanstack/react-router';

/** Gives the page's components access to its route. */
export const requestsPlace = getRouteApi('/requests');

export const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type Span = keyof typeof spans;

/** The page's filters and open request, kept in the URL so users can share them. */
export interface RequestSearch {
  readonly workflow?: number;
  readonly kind?: 'accepted' | 'refused';
  readonly reason?: string;
  readonly since?: Span;
  /** The open request: a run ID, or `refused-` followed by a rejected request's number. */
  readonly open?: string;
}

const isKind = (value: unknown): value is 'accepted' | 'refused' =>
  value === 'accepted' || value === 'refused';
const isSpan = (value: unknown): value is Span => typeof value === 'string' && Object.hasOwn(spans, value);
const isOpenable = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:refused-\d{1,15}|[0-9a-f-]{36})$/.test(value);

export const readRequestSearch = ({
  workflow,
  kind,
  reason,
  since,
  open,
}: Record<string, unknown>): RequestSearch => ({
  ...(Number.isInteger(workflow) && Number(workflow) > 0 ? { workflow: Number(workflow) } : {}),
  ...(isKind(kind) ? { kind } : {}),
  ...(typeof reason === 'string' && /^\w{1,100}$/.test(reason) ? { reason } : {}),
  ...(isSpan(since) ? { since } : {}),
  ...(isOpenable(open) ? { open } : {}),
});
