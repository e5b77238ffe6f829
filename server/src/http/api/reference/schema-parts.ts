import type { Schema } from './document.ts';

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Builds a response object whose properties are all required. */
export const whole = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

/** Builds the response of a list of the REST API (spec/rest-api §6). */
export const listSchema = (key: string, record: string): Schema => ({
  type: 'object',
  required: ['total', key],
  properties: {
    total: { type: 'string', pattern: '^[0-9]+$' },
    [key]: { type: 'array', items: ref(record) },
    next: {
      type: ['string', 'null'],
      description: 'Only with `after`: the cursor of the next page, or null after the last page.',
    },
  },
});

/** How a lead was changed, in its history and in events. */
export const meansSchema: Schema = whole(
  {
    type: { type: 'string' },
    id: { type: ['integer', 'null'] },
    name: { type: ['string', 'null'] },
  },
  {
    description: 'How the change was made: UI, API key, API client, OAuth client, agent, workflow or apply.',
  },
);

export const changesSchema: Schema = {
  type: 'array',
  items: whole({ field: { type: 'string' }, old: {}, new: {} }),
};
