import type { ShownEvent } from './shown-event.ts';

/** An event as the feed and webhooks send it (spec/events §1.1). */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const envelopeOf = (
  { uid, type, at, data }: Pick<ShownEvent, 'uid' | 'at' | 'data'> & { readonly type: string },
  baseUrl: string,
): Envelope => ({
  id: `evt_${uid.replaceAll('-', '')}`,
  type,
  timestamp: at.toISOString(),
  workspace: baseUrl,
  data,
});
