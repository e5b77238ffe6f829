import type { Schema } from './document.ts';

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Builds a response object whose properties are all required. */
export const whole = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

/** A page of a collection. `next` is present if the caller reads by cursor. */
export const pageOf = (collection: string, items: Schema): Schema => ({
  type: 'object',
  required: ['total', collection],
  properties: {
    total: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: 'Exact total, as a string; convert it to a number.',
    },
    [collection]: { type: 'array', maxItems: 100, items },
    next: {
      type: ['string', 'null'],
      description: 'With `after`: the cursor of the next page, or null after the last page.',
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
