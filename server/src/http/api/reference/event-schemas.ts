import type { Schema } from './document.ts';
import { userSchema } from './lead-schemas.ts';
import { changesSchema, meansSchema, ref, whole } from './schema-parts.ts';

const time: Schema = { type: 'string', format: 'date-time' };
const workflow = whole({ id: { type: 'integer' }, name: { type: ['string', 'null'] } });

/** The envelope around an event's data (spec/events §1.1). */
const eventOf = (types: readonly string[], data: Readonly<Record<string, Schema>>): Schema =>
  whole({
    id: { type: 'string', pattern: '^evt_[0-9a-f]{32}$', description: 'Unique and stable.' },
    type: { enum: types },
    timestamp: { ...time, description: 'When it happened.' },
    workspace: { type: 'string', description: 'Base URL of the workspace.' },
    data: whole(data, { description: "Ignore keys that you don't know; later versions may add some." }),
  });

/** The feed of events, one schema for each kind (spec/events §1.2, §2.1). */
export const eventSchemas: Readonly<Record<string, Schema>> = {
  EventPage: whole({
    events: {
      type: 'array',
      maxItems: 100,
      items: { oneOf: [ref('LeadEvent'), ref('RunEvent'), ref('ListenerEvent')] },
      description: 'Oldest first.',
    },
    cursor: { type: 'string', maxLength: 100, description: 'Send it as `after` in the next request.' },
    has_more: { type: 'boolean', description: 'Whether to read the next page at once.' },
  }),
  LeadEvent: eventOf(['lead.created', 'lead.updated', 'lead.deleted'], {
    lead: { ...ref('Lead'), description: 'The lead after the change or, if it was deleted, before it.' },
    before: {
      oneOf: [ref('Lead'), { type: 'null' }],
      description: 'The lead before the change; null if it was created.',
    },
    changes: changesSchema,
    by: whole({ user: userSchema, means: meansSchema }),
  }),
  RunEvent: eventOf(['run.succeeded', 'run.failed'], {
    run: whole({
      id: { type: 'string', format: 'uuid' },
      workflow,
      status: { enum: ['succeeded', 'failed'] },
      started_at: time,
      ended_at: time,
      error: { type: ['string', 'null'], description: 'Why the run failed.' },
    }),
  }),
  ListenerEvent: eventOf(['listener.refusing'], {
    workflow,
    refused: { type: 'integer', description: 'Requests that the listener rejected in five minutes.' },
    reasons: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Rejected requests by reason.',
    },
  }),
};
