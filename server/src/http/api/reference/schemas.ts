import { everyOperator, fieldTypeNames } from '../../../core/lead-fields/index.ts';
import type { Schema } from './document.ts';
import { leadSchemas, userSchema } from './lead-schemas.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A response object whose properties are all required. */
const whole = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

const nestedError: Schema = whole({
  code: { type: 'integer', description: 'The HTTP status.' },
  message: { type: 'string', description: 'What is wrong; it names the field.' },
});

export const schemas: Readonly<Record<string, Schema>> = {
  ...leadSchemas,
  LeadList: whole({
    total: { type: 'string', pattern: '^[0-9]+$', description: 'The true total; cast it to a number.' },
    leads: { type: 'array', maxItems: 100, items: ref('Lead') },
  }),
  LeadAnswer: whole({ lead: ref('Lead') }),
  Search: {
    type: 'object',
    additionalProperties: false,
    properties: {
      filters: {
        type: 'array',
        items: ref('Filter'),
        description: 'At most 50 conditions with 1,000 values in all, and 50 groups, at most 5 deep.',
      },
      match: { enum: ['all', 'any'], default: 'all', description: 'Whether all filters must hold, or any.' },
      page: { type: 'integer', minimum: 0, description: 'Counts from 1; 0 is 1.' },
      start: { type: 'integer', minimum: 0, description: 'How many to skip, instead of `page`.' },
      limit: { type: 'integer', description: 'As in a list: at most 100.' },
      orderBy: { type: 'string', description: 'The alias of a field; `-alias` for descending.' },
      orderByDir: { enum: ['asc', 'desc'] },
    },
  },
  Filter: {
    type: 'object',
    description: 'A condition (alias, operator, value), or a group: `{"all": […]}` or `{"any": […]}`.',
    properties: {
      alias: { type: 'string', description: 'The field.' },
      operator: {
        enum: everyOperator,
        description: 'Text compares without case. A negative operator also matches an empty field.',
      },
      value: {
        description:
          'Of the type of the field. `between` takes a list of two, both included; `in` and `not_in` a list; `is_empty` and `is_not_empty` none.',
      },
      all: { type: 'array', items: ref('Filter'), description: 'A group of which every entry must hold.' },
      any: { type: 'array', items: ref('Filter'), description: 'A group of which one entry must hold.' },
    },
  },
  Batch: whole({
    items: { type: 'array', maxItems: 100, items: ref('LeadInput'), description: 'At most 100.' },
  }),
  BatchAnswer: whole({
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer', description: 'As the item would have been answered alone.' },
          lead: ref('Lead'),
          error: nestedError,
        },
      },
    },
  }),
  Fields: {
    type: 'array',
    items: whole({
      alias: { type: 'string', description: 'Its name in the API.' },
      label: { type: 'string', description: 'Its name for people.' },
      type: { enum: fieldTypeNames },
      unique: { type: 'boolean' },
      required: { type: 'boolean' },
      read_only: { type: 'boolean', description: 'It is answered and cannot be written.' },
      options: {
        type: 'array',
        items: { type: 'string' },
        description: 'What a select or multiselect chooses from.',
      },
    }),
  },
  History: whole({
    total: { type: 'string', pattern: '^[0-9]+$' },
    history: {
      type: 'array',
      items: whole({
        id: { type: 'integer' },
        date: { type: 'string', format: 'date-time' },
        action: { enum: ['created', 'edited', 'deleted', 'restored'] },
        user: userSchema,
        means: whole(
          {
            type: { type: 'string' },
            id: { type: ['integer', 'null'] },
            name: { type: ['string', 'null'] },
          },
          { description: 'How it came: by UI, API key, API client, OAuth client, agent, workflow or apply.' },
        ),
        changes: {
          type: 'array',
          items: whole({ field: { type: 'string' }, old: {}, new: {} }),
        },
      }),
    },
  }),
  Self: whole({
    user: whole({
      id: { type: 'integer' },
      email: { type: 'string', format: 'email' },
      name: { type: 'string' },
      role: whole({
        id: { type: 'integer' },
        name: { type: 'string' },
        is_admin: { type: 'boolean', description: 'An administrator passes every check of rights.' },
      }),
    }),
  }),
  NestedError: whole({ error: nestedError }, { description: 'Every other refusal.' }),
  FlatError: whole(
    {
      error: { type: 'string', description: 'The name of the refusal.' },
      error_description: { type: 'string', description: 'What to do.' },
    },
    { description: 'Refusals of the credential.' },
  ),
};
