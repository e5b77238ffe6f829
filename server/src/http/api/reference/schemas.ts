import { builtInFields, type FieldType } from '../../../core/lead-fields/index.ts';
import { everyOperator } from '../../../core/leads/index.ts';
import type { Schema } from './document.ts';

const user: Schema = {
  type: ['object', 'null'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};

const schemaByType: Partial<Record<FieldType, Schema>> = {
  integer: { type: ['integer', 'null'] },
  user_id: { type: ['integer', 'null'] },
  email: { type: ['string', 'null'], format: 'email' },
  datetime: { type: ['string', 'null'], format: 'date-time' },
  tags: { type: 'array', items: { type: 'string' } },
  user,
};
const text: Schema = { type: ['string', 'null'] };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const nestedError: Schema = {
  code: { type: 'integer', description: 'The HTTP status.' },
  message: { type: 'string', description: 'What is wrong; it names the field.' },
};

/** What the paths below refer to. The workspace's own fields are beside the built-in ones of a lead. */
export const schemas: Readonly<Record<string, Schema>> = {
  Lead: {
    type: 'object',
    description: "A lead. The workspace's own fields stand beside these, under their alias.",
    properties: Object.fromEntries(
      builtInFields.map(({ alias, label, type, unique, readOnly }) => [
        alias,
        {
          title: label,
          ...(schemaByType[type] ?? text),
          ...(unique && !readOnly ? { description: 'Unique in the workspace, whatever its case.' } : {}),
          ...(readOnly ? { readOnly } : {}),
        },
      ]),
    ),
    additionalProperties: true,
  },
  LeadList: {
    type: 'object',
    required: ['total', 'leads'],
    properties: {
      total: { type: 'string', pattern: '^[0-9]+$', description: 'The true total; cast it to a number.' },
      leads: { type: 'array', maxItems: 100, items: ref('Lead') },
    },
  },
  LeadAnswer: { type: 'object', required: ['lead'], properties: { lead: ref('Lead') } },
  Search: {
    type: 'object',
    additionalProperties: false,
    properties: {
      filters: {
        type: 'array',
        items: ref('Filter'),
        description: 'At most 50 conditions, groups at most 5 deep.',
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
  Batch: {
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', maxItems: 100, items: ref('Lead'), description: 'At most 100.' },
    },
  },
  BatchAnswer: {
    type: 'object',
    required: ['results'],
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          required: ['status'],
          properties: {
            status: { type: 'integer', description: 'As the item would have been answered alone.' },
            lead: ref('Lead'),
            error: { type: 'object', properties: nestedError },
          },
        },
      },
    },
  },
  Fields: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        alias: { type: 'string', description: 'Its name in the API.' },
        label: { type: 'string', description: 'Its name for people.' },
        type: { type: 'string', description: 'Such as text, integer, date or select.' },
        unique: { type: 'boolean' },
        required: { type: 'boolean' },
        read_only: { type: 'boolean', description: 'It is answered and cannot be written.' },
        options: {
          type: 'array',
          items: { type: 'string' },
          description: 'What a select or multiselect chooses from.',
        },
      },
    },
  },
  History: {
    type: 'object',
    required: ['total', 'history'],
    properties: {
      total: { type: 'string', pattern: '^[0-9]+$' },
      history: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            date: { type: 'string', format: 'date-time' },
            action: { enum: ['created', 'edited', 'deleted', 'restored'] },
            user,
            means: {
              type: 'object',
              description: 'How it came: by UI, API key, API client, OAuth client, agent, workflow or apply.',
              properties: {
                type: { type: 'string' },
                id: { type: ['integer', 'null'] },
                name: { type: ['string', 'null'] },
              },
            },
            changes: {
              type: 'array',
              items: { type: 'object', properties: { field: { type: 'string' }, old: {}, new: {} } },
            },
          },
        },
      },
    },
  },
  Self: {
    type: 'object',
    required: ['user'],
    properties: {
      user: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          email: { type: 'string', format: 'email' },
          name: { type: 'string' },
          role: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              name: { type: 'string' },
              is_admin: { type: 'boolean', description: 'An administrator passes every check of rights.' },
            },
          },
        },
      },
    },
  },
  NestedError: {
    type: 'object',
    description: 'Every other refusal.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: nestedError,
      },
    },
  },
  FlatError: {
    type: 'object',
    required: ['error', 'error_description'],
    description: 'Refusals of the credential.',
    properties: {
      error: { type: 'string', description: 'The name of the refusal.' },
      error_description: { type: 'string', description: 'What to do.' },
    },
  },
};
