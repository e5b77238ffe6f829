import { approvalStatuses } from '../../../core/approvals/index.ts';
import { eventTypes } from '../../../core/events/index.ts';
import { proposalStatuses } from '../../../core/proposals/index.ts';
import { runStatuses } from '../../../core/runs/index.ts';
import type { Parameter } from './document.ts';

export const queryParameters: Readonly<Record<string, Parameter>> = {
  limit: {
    name: 'limit',
    in: 'query',
    description:
      "Maximum number of items, from 1 to 100. Values out of range are treated as 100. The default is the workspace's page size.",
    schema: { type: 'integer' },
    example: 5,
  },
  start: {
    name: 'start',
    in: 'query',
    description: 'Number of items to skip.',
    schema: { type: 'integer', minimum: 0 },
    example: 0,
  },
  page: {
    name: 'page',
    in: 'query',
    description: 'Page to return, starting at 1. `start` takes precedence.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  status: {
    name: 'status',
    in: 'query',
    description: 'Only deliveries with this status.',
    schema: { enum: ['pending', 'succeeded', 'failed'] },
  },
  orderBy: {
    name: 'orderBy',
    in: 'query',
    description:
      'Alias of the field to sort by; `-alias` sorts descending. The default is `id`, which is stable.',
    schema: { type: 'string' },
    example: '-date_added',
  },
  orderByDir: {
    name: 'orderByDir',
    in: 'query',
    description: "Sort direction, if `orderBy` doesn't specify it.",
    schema: { enum: ['asc', 'desc'] },
  },
  after: {
    name: 'after',
    in: 'query',
    description:
      'The `cursor` of an earlier response. Without it, the first page starts with the oldest event; `latest` starts after the newest.',
    schema: { type: 'string', maxLength: 100 },
  },
  types: {
    name: 'types',
    in: 'query',
    description: `Event types, separated by commas: ${eventTypes.map((type) => `\`${type}\``).join(', ')}. The default is all.`,
    schema: { type: 'string' },
    example: 'lead.created,lead.updated',
  },
  approvalStatus: {
    name: 'status',
    in: 'query',
    description: 'Only approvals with this status, or `all`.',
    schema: { enum: [...approvalStatuses, 'all'], default: 'pending' },
    example: 'all',
  },
  proposalStatus: {
    name: 'status',
    in: 'query',
    description: 'Only proposals with this status, or `all`.',
    schema: { enum: [...proposalStatuses, 'all'], default: 'pending' },
    example: 'all',
  },
  workflowName: {
    name: 'name',
    in: 'query',
    description: 'Only the workflow with exactly this name.',
    schema: { type: 'string' },
  },
  runWorkflow: {
    name: 'workflow',
    in: 'query',
    description: 'Only runs of the workflow with this id.',
    schema: { type: 'integer' },
  },
  runStatus: {
    name: 'status',
    in: 'query',
    description: 'Only runs with this status.',
    schema: { enum: runStatuses },
  },
  listAfter: {
    name: 'after',
    in: 'query',
    description:
      'Walks through the list by cursor: empty for the first page, then the `next` of the page before. Cannot be combined with `start`.',
    schema: { type: 'string', maxLength: 200 },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description:
      'Top-level fields to return, separated by commas. `id` is always included, and for lead fields `alias`.',
    schema: { type: 'string' },
  },
  feedLimit: {
    name: 'limit',
    in: 'query',
    description: 'Maximum number of events, from 1 to 100. Other values are treated as 100, the default.',
    schema: { type: 'integer' },
    example: 5,
  },
};

/** The `Idempotency-Key` header (spec/rest-api §9). */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to repeat: for 24 hours, requests with the same key are executed only once and get the same response, byte for byte.',
  schema: { type: 'string', maxLength: 255 },
};

/** Returns what a part of the path identifies. */
function pathValue(name: string, record: string): Pick<Parameter, 'description' | 'schema' | 'example'> {
  if (name === 'alias')
    return { description: 'Alias of the lead field.', schema: { type: 'string' }, example: 'plan' };
  const description = `Id of the ${record}.`;
  return record === 'run'
    ? {
        description,
        schema: { type: 'string', format: 'uuid' },
        example: '019a8b3c-5f0e-7c1d-9b2a-3d4e5f607182',
      }
    : { description, schema: { type: 'integer' }, example: 17 };
}

export const pathParameter = (name: string, record: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  ...pathValue(name, record),
});
