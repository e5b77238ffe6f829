import { builtInFields, type FieldType } from '../../../core/lead-fields/index.ts';

type Schema = Readonly<Record<string, unknown>>;

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
export const answerOf = (schema: Schema): Schema => ({ 'application/json': { schema } });

/** What the paths below refer to. The workspace's own fields are beside the built-in ones of a lead. */
export const schemas: Readonly<Record<string, Schema>> = {
  Lead: {
    type: 'object',
    description: "A lead. The workspace's own fields stand beside these, under their alias.",
    properties: Object.fromEntries(
      builtInFields.map(({ alias, label, type, readOnly }) => [
        alias,
        { title: label, ...(schemaByType[type] ?? text), ...(readOnly ? { readOnly } : {}) },
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
      filters: { type: 'array', maxItems: 50, items: ref('Filter') },
      match: { enum: ['all', 'any'], default: 'all' },
      page: { type: 'integer', minimum: 0 },
      start: { type: 'integer', minimum: 0 },
      limit: { type: 'integer' },
      orderBy: { type: 'string' },
      orderByDir: { enum: ['asc', 'desc'] },
    },
  },
  Filter: {
    type: 'object',
    description: 'A condition (alias, operator, value), or a group: {"all": […]} or {"any": […]}.',
    properties: {
      alias: { type: 'string' },
      operator: { type: 'string' },
      value: {},
      all: { type: 'array', items: ref('Filter') },
      any: { type: 'array', items: ref('Filter') },
    },
  },
  Batch: {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', maxItems: 100, items: {} } },
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
          properties: { status: { type: 'integer' }, lead: ref('Lead'), error: { type: 'object' } },
        },
      },
    },
  },
  Fields: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        alias: { type: 'string' },
        label: { type: 'string' },
        type: { type: 'string' },
        unique: { type: 'boolean' },
        required: { type: 'boolean' },
        read_only: { type: 'boolean' },
        options: { type: 'array', items: { type: 'string' } },
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
            means: { type: 'object' },
            changes: {
              type: 'array',
              items: { type: 'object', properties: { field: { type: 'string' }, old: {}, new: {} } },
            },
          },
        },
      },
    },
  },
  Self: { type: 'object', required: ['user'], properties: { user: { type: 'object' } } },
  NestedError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
  },
  FlatError: {
    type: 'object',
    required: ['error', 'error_description'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
};
