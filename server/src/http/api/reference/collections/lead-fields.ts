import { customTypeNames } from '../../../../core/lead-fields/index.ts';
import type { Schema } from '../document.ts';
import { pageOf, ref, whole } from '../schema-parts.ts';

const field = { tag: 'Lead fields', answer: 'LeadFieldAnswer' } as const;
const change = { ...field, body: 'LeadFieldChange', example: { label: 'Plan' } } as const;

/** The operations of lead fields (spec/rest-api §16). */
export const leadFieldOperations = {
  'GET /lead-fields': {
    tag: 'Lead fields',
    summary: 'List custom lead fields',
    about: 'Sorted by alias. `GET /api/leads/list/fields` also lists the built-in fields.',
    query: ['limit', 'start', 'listAfter', 'fields'],
    answer: 'LeadFieldList',
  },
  'POST /lead-fields/new': {
    ...field,
    summary: 'Create a lead field',
    about: 'Only administrators can create and change fields. Fields cannot be deleted.',
    body: 'LeadFieldInput',
    example: { alias: 'plan', type: 'select', label: 'Plan', options: ['free', 'paid'] },
    status: 201,
    isRepeatable: true,
  },
  'GET /lead-fields/:alias': { ...field, summary: 'Read a lead field', query: ['fields'] },
  'PATCH /lead-fields/:alias': {
    ...change,
    summary: 'Change a lead field',
    about: '`alias`, `type` and `unique` cannot be changed.',
    isRepeatable: true,
  },
  'PUT /lead-fields/:alias': { ...change, summary: 'Change a lead field (PUT)', about: 'Same as `PATCH`.' },
} as const;

const changeable = {
  label: { type: 'string', minLength: 1, maxLength: 200, description: 'Name on screen.' },
  required: { type: 'boolean' },
  options: {
    type: 'array',
    maxItems: 500,
    items: { type: 'string' },
    description: 'Options of a select or multiselect field; empty for other types.',
  },
} satisfies Record<string, Schema>;
const fixed = {
  alias: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,49}$', description: 'Name in the API.' },
  type: { enum: customTypeNames },
  unique: { type: 'boolean', description: 'Whether two leads can not have the same value.' },
} satisfies Record<string, Schema>;

export const leadFieldSchemas: Readonly<Record<string, Schema>> = {
  LeadField: whole({
    alias: fixed.alias,
    label: changeable.label,
    type: fixed.type,
    unique: fixed.unique,
    required: changeable.required,
    options: changeable.options,
  }),
  LeadFieldAnswer: whole({ lead_field: ref('LeadField') }),
  LeadFieldList: pageOf('lead_fields', ref('LeadField')),
  LeadFieldInput: {
    type: 'object',
    additionalProperties: false,
    required: ['alias', 'type'],
    properties: { ...fixed, ...changeable },
  },
  LeadFieldChange: { type: 'object', properties: changeable },
};

const example = {
  alias: 'plan',
  label: 'Plan',
  type: 'select',
  unique: false,
  required: false,
  options: ['free', 'paid'],
};

export const leadFieldExamples: Readonly<Record<string, unknown>> = {
  LeadFieldAnswer: { lead_field: example },
  LeadFieldList: { total: '1', lead_fields: [example] },
};
