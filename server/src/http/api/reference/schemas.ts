import { everyOperator, fieldTypeNames } from '../../../core/lead-fields/index.ts';
import { runSchemas } from '../runs/reference.ts';
import { undoSchemas } from '../undo/reference.ts';
import { workflowSchemas } from '../workflows/reference.ts';
import { approvalSchemas } from './approval-schemas.ts';
import { leadFieldSchemas } from './collections/lead-fields.ts';
import { roleSchemas } from './collections/roles.ts';
import { userSchemas } from './collections/users.ts';
import { connectionSchemas } from './connection-reference.ts';
import type { Schema } from './document.ts';
import { eventSchemas } from './event-schemas.ts';
import { leadSchemas, userSchema } from './lead-schemas.ts';
import { proposalSchemas } from './proposal-reference.ts';
import { changesSchema, meansSchema, pageOf, ref, whole } from './schema-parts.ts';
import { webhookSchemas } from './webhook-schemas.ts';
import { workspaceSchemas } from './workspace-reference.ts';

const nestedError: Schema = whole({
  code: { type: 'integer', description: 'HTTP status.' },
  message: { type: 'string', description: 'What is wrong, and in which field.' },
});

export const schemas: Readonly<Record<string, Schema>> = {
  ...leadSchemas,
  LeadList: pageOf('leads', ref('Lead')),
  LeadAnswer: whole({ lead: ref('Lead') }),
  Search: {
    type: 'object',
    additionalProperties: false,
    properties: {
      filters: {
        type: 'array',
        items: ref('Filter'),
        description:
          'At most 50 conditions with 1,000 values in total, and 50 groups nested at most 5 levels deep.',
      },
      match: { enum: ['all', 'any'], default: 'all', description: 'Whether all filters must match, or any.' },
      page: { type: 'integer', minimum: 0, description: 'Page to return, starting at 1; 0 is treated as 1.' },
      start: { type: 'integer', minimum: 0, description: 'Number of leads to skip, instead of `page`.' },
      limit: { type: 'integer', description: 'Maximum number of leads, up to 100.' },
      orderBy: { type: 'string', description: 'Alias of the field to sort by; `-alias` sorts descending.' },
      orderByDir: { enum: ['asc', 'desc'] },
      after: {
        type: 'string',
        maxLength: 200,
        description:
          'Walks through the result by cursor: empty for the first page, then the `next` of the page before.',
      },
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'Fields to return. `id` is always included.',
      },
    },
  },
  Filter: {
    type: 'object',
    description: 'A condition (alias, operator, value), or a group: `{"all": […]}` or `{"any": […]}`.',
    properties: {
      alias: { type: 'string', description: 'Alias of the field.' },
      operator: {
        enum: everyOperator,
        description: 'Text is compared ignoring case. A negative operator also matches an empty field.',
      },
      value: {
        description:
          "Has the field's type. `between` needs a list of two values (inclusive), `in` and `not_in` a list, `is_empty` and `is_not_empty` no value.",
      },
      all: { type: 'array', items: ref('Filter'), description: 'A group in which every entry must match.' },
      any: {
        type: 'array',
        items: ref('Filter'),
        description: 'A group in which at least one entry must match.',
      },
    },
  },
  Batch: whole({
    items: { type: 'array', maxItems: 100, items: ref('LeadInput'), description: 'At most 100 items.' },
  }),
  BatchAnswer: whole({
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status'],
        properties: {
          status: {
            type: 'integer',
            description: 'The status that a separate request for this item would get.',
          },
          lead: ref('Lead'),
          error: nestedError,
        },
      },
    },
  }),
  Fields: {
    type: 'array',
    items: whole({
      alias: { type: 'string', description: 'Name in the API.' },
      label: { type: 'string', description: 'Name on screen.' },
      type: { enum: fieldTypeNames },
      unique: { type: 'boolean' },
      required: { type: 'boolean' },
      read_only: { type: 'boolean', description: "Appears in responses but can't be written." },
      options: {
        type: 'array',
        items: { type: 'string' },
        description: 'Options of a select or multiselect field.',
      },
    }),
  },
  History: pageOf(
    'history',
    whole({
      id: { type: 'integer' },
      date: { type: 'string', format: 'date-time' },
      action: { enum: ['created', 'edited', 'deleted', 'restored'] },
      user: userSchema,
      means: meansSchema,
      changes: changesSchema,
    }),
  ),
  ...eventSchemas,
  Start: {
    type: 'object',
    additionalProperties: false,
    properties: {
      data: {
        type: 'object',
        additionalProperties: true,
        default: {},
        description: 'What the run reads as `__data`. Names that start with `__` are dropped.',
      },
    },
  },
  Started: whole({ run_id: { type: 'string', format: 'uuid', description: 'The id of the run.' } }),
  ...workflowSchemas,
  ...runSchemas,
  ...approvalSchemas,
  ...proposalSchemas,
  ...undoSchemas,
  ...webhookSchemas,
  ...connectionSchemas,
  ...workspaceSchemas,
  ...userSchemas,
  ...roleSchemas,
  ...leadFieldSchemas,
  Self: whole({
    user: whole({
      id: { type: 'integer' },
      email: { type: 'string', format: 'email' },
      name: { type: 'string' },
      role: whole({
        id: { type: 'integer' },
        name: { type: 'string' },
        is_admin: { type: 'boolean', description: 'Administrators have all permissions.' },
      }),
    }),
  }),
  NestedError: whole({ error: nestedError }, { description: 'All other errors.' }),
  FlatError: whole(
    {
      error: { type: 'string', description: 'Error code.' },
      error_description: { type: 'string', description: 'What happened and what to do.' },
    },
    { description: 'Credential errors.' },
  ),
};
