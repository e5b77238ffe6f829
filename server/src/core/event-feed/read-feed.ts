import { invalidField } from '../../lib/errors.ts';
import { shown } from '../../lib/shown.ts';
import { type Authenticated, may, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type EventType, eventsKeptMs, eventTypes, selectAtPositions } from '../events/index.ts';
import { loadFieldSet } from '../lead-fields/index.ts';
import { maxPageSize, readPage } from '../paging/index.ts';
import { loadUserNames } from '../users/index.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { type FeedCursor, formatFeedCursor, parseFeedCursor } from './feed-cursor.ts';
import { type ScannedEvent, scanEvents, selectLastPosition } from './feed-store.ts';
import { createPresenter } from './shown-event.ts';

/** Limits the work of one request if the caller can't see most events or asks for a rare type. */
const maxScanned = 1_000;

/** Unchecked parameters of a query. */
export interface FeedParams {
  readonly after?: unknown;
  readonly types?: unknown;
  readonly limit?: unknown;
}

export interface FeedPage {
  readonly events: readonly Envelope[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** Returns the next events that the user can see, oldest first (spec/events §2.1). */
export async function readFeed(
  context: Context,
  { principal, versions }: Pick<Authenticated, 'principal' | 'versions'>,
  params: FeedParams,
): Promise<FeedPage> {
  const { db, clock } = context;
  const { id: workspace, baseUrl } = principal.workspace;
  const now = clock.now();
  const { limit } = readPage({ limit: params.limit }, maxPageSize);
  const types = readTypes(params.types);
  const after = readAfter(params.after, now);
  const [fields, names] = await Promise.all([
    loadFieldSet(context, workspace, versions.fields),
    loadUserNames(context, workspace, versions.names),
  ]);
  return db.read(workspace, async (transaction) => {
    const [last, scanned] = await Promise.all([
      selectLastPosition(transaction, workspace),
      after === 'latest' ? [] : scanEvents(transaction, workspace, after, maxScanned),
    ]);
    // The relay may have continued after `last` was read.
    const end = Math.max(last, scanned.at(-1)?.position ?? 0);
    if (after !== 'latest' && after > end) throw notACursor();
    const page = pageOf(scanned, limit, (event) => types.has(event.type) && canSee(principal, event));
    const stored = await selectAtPositions(transaction, workspace, page.positions);
    const { show } = createPresenter(fields, names);
    return {
      events: stored.map((event) => envelopeOf(show(event), baseUrl)),
      cursor: formatFeedCursor(page.continuesAt ?? { position: end, at: now }),
      has_more: page.continuesAt !== undefined,
    };
  });
}

/**
 * Takes the first wanted events. The cursor moves past the events between them, and past those up to the next page.
 * @returns the last event that the page covers as `continuesAt`, unless it covers everything up to the end
 */
function pageOf(
  scanned: readonly ScannedEvent[],
  limit: number,
  isWanted: (event: ScannedEvent) => boolean,
): { positions: number[]; continuesAt: FeedCursor | undefined } {
  const wanted = scanned.filter(isWanted);
  const next = wanted[limit];
  const covered = next ? scanned.slice(0, scanned.indexOf(next)) : scanned;
  const hasMore = next !== undefined || scanned.length === maxScanned;
  return {
    positions: wanted.slice(0, limit).map(({ position }) => position),
    continuesAt: hasMore ? covered.at(-1) : undefined,
  };
}

/** Returns whether the user gets an event: one of a lead as it is in the event, or of a workflow (spec/events §2.4). */
const canSee = (principal: Principal, { type, owner }: ScannedEvent): boolean =>
  may(principal, type.startsWith('lead.') ? 'leads.view' : 'workflows.view', owner);

/** Reads event types separated by commas. Without any, all types are wanted. */
function readTypes(raw: unknown): ReadonlySet<EventType> {
  if (raw === undefined) return new Set(eventTypes);
  return new Set(
    String(raw)
      .split(',')
      .map((name) => {
        const type = eventTypes.find((one) => one === name);
        if (type === undefined)
          throw invalidField('event_type', 'types', `there is no event type "${shown(name)}".`);
        return type;
      }),
  );
}

/**
 * Reads where to start: after a position, or at the end. A cursor is rejected by its age alone, because an erased person's
 * events leave gaps too (spec/events §2.2, §2.5).
 */
function readAfter(raw: unknown, now: Date): number | 'latest' {
  if (raw === undefined) return 0;
  if (raw === 'latest') return raw;
  const cursor = parseFeedCursor(String(raw));
  if (!cursor) throw notACursor();
  if (now.getTime() - cursor.at.getTime() > eventsKeptMs)
    throw invalidField('cursor_expired', 'after', 'is older than 30 days. Read again without it.');
  return cursor.position;
}

const notACursor = () => invalidField('not_a_cursor', 'after', 'is not a cursor of this feed.');
