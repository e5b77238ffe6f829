import type { ShownEvent } from './shown-event.ts';

/** An event as the feed and webhooks send it (spec/events §1.1). */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the public form of an event's ID. */
export const eventIdOf = (uid: string): string => `evt_${uid.replaceAll('-', '')}`;

export const envelopeOf = (
  { uid, type, at, data }: Pick<ShownEvent, 'uid' | 'at' | 'data'> & { readonly type: string },
  baseUrl: string,
): Envelope => ({
  id: eventIdOf(uid),
  type,
  timestamp: at.toISOString(),
  workspace: baseUrl,
  data,
});
