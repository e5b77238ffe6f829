import { runOperations } from '../runs/reference.ts';
import { undoOperations } from '../undo/reference.ts';
import { workflowOperations } from '../workflows/reference.ts';
import { approvalOperations } from './approval-operations.ts';
import { leadFieldOperations } from './collections/lead-fields.ts';
import { roleOperations } from './collections/roles.ts';
import { userOperations } from './collections/users.ts';
import { connectionOperations } from './connection-reference.ts';
import { proposalOperations } from './proposal-reference.ts';
import { webhookOperations } from './webhook-operations.ts';
import { workspaceOperations } from './workspace-reference.ts';

/** The groups of routes in the reference, in the order shown here. */
export const operationTags = {
  Leads: 'Read, search and change leads.',
  Batches:
    'Change up to 100 leads in one request. Items are processed separately and in order, and each gets its own status.',
  Workflows: 'Create, change, publish and start workflows.',
  Runs: 'Read, retry and cancel the runs of workflows.',
  Approvals: 'Decide what workflows ask people.',
  Proposals: 'Decide about changes of leads that agents and programs propose.',
  Undo: 'Undo everything that a person, an app, an agent, a run or a job changed.',
  Events: 'Read what happened, in order.',
  Webhooks: 'Send events to your systems.',
  Connections: 'Manage credentials for the HTTP requests of workflows.',
  Users: 'Manage the users of the workspace.',
  Roles: 'Manage what users can do.',
  'Lead fields': 'Manage the custom fields of leads.',
  Workspace: 'The current user, the lead fields, and the workspace as a file.',
} as const;

/** What the reference shows for a route in addition to its method and path. */
export interface Operation {
  readonly tag: keyof typeof operationTags;
  readonly summary: string;
  readonly about?: string;
  readonly body?: string;
  /** A body that works when sent as it is. */
  readonly example?: unknown;
  readonly status?: number;
  /** The name of the response's schema. Undefined if the response has no body. */
  readonly answer?: string;
  /** The example response, if it differs from the default example of its schema. */
  readonly answered?: unknown;
  readonly query?: readonly string[];
  /** Whether the operation accepts an `Idempotency-Key`. */
  readonly isRepeatable?: true;
}

const paging = ['limit', 'start'];
const ordering = ['orderBy', 'orderByDir'];

const search = {
  tag: 'Leads',
  about:
    'Paging and sort order come from the body or, if it has none, from the query. An empty body finds every lead that you can see. Unknown keys are rejected, so that a misspelled `filters` does not return everything.',
  body: 'Search',
  example: {
    filters: [
      { alias: 'city', operator: 'eq', value: 'Bern' },
      {
        any: [
          { alias: 'score', operator: 'gte', value: 50 },
          { alias: 'tags', operator: 'contains', value: 'hot' },
        ],
      },
    ],
    orderBy: '-date_added',
    page: 1,
  },
  query: [...paging, 'page', ...ordering, 'listAfter'],
  answer: 'LeadList',
} as const;

const edit = { tag: 'Leads', body: 'LeadInput', answer: 'LeadAnswer', example: { city: 'Chur' } } as const;
const batch = { tag: 'Batches', body: 'Batch', answer: 'BatchAnswer', isRepeatable: true } as const;

/** The operations by method and path, as in the route table. A test fails if the two differ. */
export const describedOperations: Readonly<Record<string, Operation>> = {
  'GET /leads': {
    tag: 'Leads',
    summary: 'List leads',
    about:
      'A body is ignored. `page`, `search` and `filters` in the query are rejected: to search, filter or page by number, use `POST /api/leads/search`.',
    query: [...paging, ...ordering, 'listAfter', 'fields'],
    answer: 'LeadList',
  },
  'POST /leads/search': { ...search, summary: 'Search leads' },
  'POST /leads': {
    ...search,
    summary: 'Search leads (short URL)',
    about: 'Same as `/api/leads/search`.',
    example: { filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }] },
  },
  'POST /leads/new': {
    tag: 'Leads',
    summary: 'Create a lead',
    about: 'You own the lead unless `owner_id` names another user. No built-in field is required.',
    body: 'LeadInput',
    example: {
      first_name: 'Lea',
      last_name: 'Muster',
      email: 'lea@example.test',
      company: 'Muster AG',
      city: 'Bern',
      score: 50,
      tags: ['hot'],
    },
    status: 201,
    answer: 'LeadAnswer',
    isRepeatable: true,
  },
  'PATCH /leads/edit': {
    ...edit,
    summary: 'Edit a lead by a unique field',
    about:
      'Finds the lead by `id` or by any unique field in the body. If no lead matches, the response is 404; this route never creates a lead. To upsert, create the lead after a 404.',
    example: { email: 'lea@example.test', city: 'Chur' },
    isRepeatable: true,
  },
  'GET /leads/:id': { tag: 'Leads', summary: 'Read a lead', query: ['fields'], answer: 'LeadAnswer' },
  'PATCH /leads/:id': {
    ...edit,
    summary: 'Edit a lead',
    about:
      'Changes the fields in the body. `null` or an empty string clears a field. You can send a lead back as you read it.',
    isRepeatable: true,
  },
  'PUT /leads/:id': { ...edit, summary: 'Edit a lead (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /leads/:id': {
    tag: 'Leads',
    summary: 'Delete a lead',
    about:
      'Removes the lead from all lists, totals, lookups and uniqueness checks immediately. Its history remains.',
    status: 204,
  },
  'POST /leads/:id/restore': {
    tag: 'Leads',
    summary: 'Restore a deleted lead',
    about:
      'Restores the lead with its id and history. A lead can be restored for `restore_days` after its deletion; this is a setting of the workspace.',
    answer: 'LeadAnswer',
    isRepeatable: true,
  },
  'GET /leads/:id/history': {
    tag: 'Leads',
    summary: "Read a lead's history",
    about: 'Newest first. Names are as they were at the time of the change.',
    query: [...paging, 'listAfter', 'fields'],
    answer: 'History',
  },
  'POST /leads/batch/new': {
    ...batch,
    summary: 'Create leads',
    example: { items: [{ email: 'ada@example.test' }, { email: 'bob@example.test', score: 10 }] },
  },
  'POST /leads/batch/edit': {
    ...batch,
    summary: 'Edit leads',
    about: 'Each item identifies its lead by `id` or a unique field.',
    example: {
      items: [
        { email: 'ada@example.test', city: 'Bern' },
        { email: 'nobody@example.test', city: 'Bern' },
      ],
    },
  },
  'POST /leads/batch/delete': {
    ...batch,
    summary: 'Delete leads',
    about: 'Each item identifies its lead by `id` or a unique field.',
    example: { items: [{ email: 'ada@example.test' }, { email: 'bob@example.test' }] },
    answered: { results: [{ status: 204 }, { status: 204 }] },
  },
  ...workflowOperations,
  ...runOperations,
  'GET /events': {
    tag: 'Events',
    summary: 'Read events',
    about:
      'Returns the events that you can see, oldest first: changes of leads, finished runs, and listeners that reject requests. Send `cursor` as `after` in the next request, also if `events` is empty: then you get every event exactly once. Events are kept for 30 days; an older cursor gets a 410.',
    query: ['after', 'types', 'feedLimit'],
    answer: 'EventPage',
  },
  ...approvalOperations,
  ...proposalOperations,
  ...undoOperations,
  ...webhookOperations,
  ...connectionOperations,
  ...workspaceOperations,
  ...userOperations,
  ...roleOperations,
  ...leadFieldOperations,
  'GET /users/self': { tag: 'Workspace', summary: 'Read the current user', answer: 'Self' },
  'GET /leads/list/fields': {
    tag: 'Workspace',
    summary: 'List lead fields',
    about: 'Built-in fields first, then the custom fields of the workspace.',
    answer: 'Fields',
  },
};
