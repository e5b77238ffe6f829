import type { Schema } from './document.ts';

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Builds a response object whose properties are all required. */
export const whole = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
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
