import { getRouteApi } from '@tanstack/react-router';
import { defaultSpan, isSpan, type Span } from '../../components/charts/span.ts';

/** Gives the page's components access to its route. */
export const requestsPlace = getRouteApi('/requests');

export const methods = ['GET', 'POST', 'PUT', 'OPTIONS'] as const;
export const statusClasses = [2, 3, 4, 5] as const;

/** The page's filters and open request, kept in the URL so users can share them. */
export interface RequestSearch {
  readonly workflow?: number;
  readonly kind?: 'accepted' | 'refused';
  readonly reason?: string;
  readonly method?: string;
  /** The first digit of the HTTP status. */
  readonly status?: number;
  /** An IP address, a workflow's name, or a run's ID. */
  readonly q?: string;
  /** The time range until now. Without it, the last day. */
  readonly span?: Span;
  /** A fixed time range, as milliseconds since 1970. Takes precedence over `span`. */
  readonly from?: number;
  readonly to?: number;
  /** The open request: a run ID, or `refused-` followed by a rejected request's number. */
  readonly open?: string;
}

/** Changes the URL's search. `replace` adds no entry to the browser's history. */
export type SetSearch = (search: RequestSearch, options?: { readonly replace?: boolean }) => void;

const isKind = (value: unknown): value is 'accepted' | 'refused' =>
  value === 'accepted' || value === 'refused';
const isOpenable = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:refused-\d{1,15}|[0-9a-f-]{36})$/.test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const maxTime = 8.64e15;
const isTime = (value: unknown): value is number => isCount(value) && value <= maxTime;
const maxTextLength = 100;

export const readRequestSearch = (search: Record<string, unknown>): RequestSearch => {
  const { workflow, kind, reason, method, status, span, from, to, open } = search;
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  return withoutEmpty({
    workflow: isCount(workflow) ? workflow : undefined,
    kind: isKind(kind) ? kind : undefined,
    reason: typeof reason === 'string' && /^\w{1,100}$/.test(reason) ? reason : undefined,
    method: methods.find((known) => known === method),
    status: statusClasses.find((known) => known === status),
    q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, maxTextLength) : undefined,
    span: isSpan(span) ? span : undefined,
    ...(isTime(from) && isTime(to) && from < to ? { from, to } : {}),
    open: isOpenable(open) ? open : undefined,
  });
};

export type SearchChange = { readonly [Key in keyof RequestSearch]: RequestSearch[Key] | undefined };

/** Returns the search without filters that are not set. */
export const withoutEmpty = (search: SearchChange): RequestSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

/** Returns the filters as the server expects them. */
export function filtersOf({
  status,
  q,
  span = defaultSpan,
  from,
  to,
  open: _,
  kind: __,
  ...same
}: RequestSearch) {
  return {
    ...same,
    ...(status === undefined ? {} : { status_class: status }),
    ...(q === undefined ? {} : { search: q }),
    ...(from === undefined || to === undefined
      ? { span }
      : { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
  };
}
