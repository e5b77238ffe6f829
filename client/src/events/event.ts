import type { components } from '../api.gen.ts';
import type { Lead, NoCustomFields } from '../lead.ts';

type Schemas = components['schemas'];
type LeadEventData = Schemas['LeadEvent']['data'];

/** A lead was created, updated or deleted. */
export interface LeadEvent<Custom = NoCustomFields> extends Omit<Schemas['LeadEvent'], 'data'> {
  data: Omit<LeadEventData, 'lead' | 'before'> & { lead: Lead<Custom>; before: Lead<Custom> | null };
}

/** A run succeeded or failed. */
export type RunEvent = Schemas['RunEvent'];

/** A listener rejects many requests. */
export type ListenerEvent = Schemas['ListenerEvent'];

/** Something that happened. `type` decides what `data` contains. */
export type HarkEvent<Custom = NoCustomFields> = LeadEvent<Custom> | RunEvent | ListenerEvent;

export type EventType = HarkEvent['type'];

/** One page of the feed, oldest event first. */
export interface EventPage<Custom = NoCustomFields> {
  readonly events: HarkEvent<Custom>[];
  /** Where the next page starts. Save it after you have handled the events. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Parameters for reading the feed. */
export interface EventParams {
  /** The cursor of an earlier page, or `latest` for new events only. By default, the oldest event is the first. */
  readonly after?: string | undefined;
  /** The types to return. All by default. */
  readonly types?: readonly EventType[] | undefined;
  readonly limit?: number | undefined;
}
