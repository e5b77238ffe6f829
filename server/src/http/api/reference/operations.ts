/** The groups of routes in the reference, in this order. */
export const operationTags = {
  Leads: 'One lead at a time, and lists of them.',
  Batches:
    'Up to 100 leads in one request. Each item is done on its own, in order, with a status of its own.',
  Workspace: 'Who you are here, and what a lead consists of.',
} as const;

/** What the reference shows of a route in addition to its method and path. */
export interface Operation {
  readonly tag: keyof typeof operationTags;
  readonly summary: string;
  readonly about?: string;
  readonly body?: string;
  /** A body that works when sent as it is. */
  readonly example?: unknown;
  readonly status?: number;
  /** The name of the response's schema; undefined for a response without a body. */
  readonly answer?: string;
  /** The example response, if it differs from the default example of its schema. */
  readonly answered?: unknown;
  readonly query?: readonly string[];
  /** Accepts an `Idempotency-Key`. */
  readonly isRepeatable?: true;
}

const paging = ['limit', 'start'];
const ordering = ['orderBy', 'orderByDir'];

const search = {
  tag: 'Leads',
  about:
    'Paging and order are taken from the body or, where it has none, from the query. An empty body finds every lead that you may see. An unknown key is refused, so that a misspelt `filters` does not return everything.',
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
  query: [...paging, 'page', ...ordering],
  answer: 'LeadList',
} as const;

const edit = { tag: 'Leads', body: 'LeadInput', answer: 'LeadAnswer', example: { city: 'Chur' } } as const;
const batch = { tag: 'Batches', body: 'Batch', answer: 'BatchAnswer', isRepeatable: true } as const;

/** By method and path, as in the route table; a test fails if the two differ. */
export const describedOperations: Readonly<Record<string, Operation>> = {
  'GET /leads': {
    tag: 'Leads',
    summary: 'List leads',
    about:
      'A body is ignored. To page by number, search or filter, use `POST /api/leads/search`: `page`, `search` and `filters` in the query are rejected.',
    query: [...paging, ...ordering],
    answer: 'LeadList',
  },
  'POST /leads/search': { ...search, summary: 'Search leads' },
  'POST /leads': {
    ...search,
    summary: 'Search leads, short address',
    about: 'As `/api/leads/search`.',
    example: { filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }] },
  },
  'POST /leads/new': {
    tag: 'Leads',
    summary: 'Create a lead',
    about: 'It belongs to you unless `owner_id` names somebody else. No built-in field is required.',
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
    summary: 'Edit the lead that a unique field names',
    about:
      'The lead is found by `id` or by any unique field in the body. Where none matches the answer is 404: it never creates. To upsert, create the lead after such a 404.',
    example: { email: 'lea@example.test', city: 'Chur' },
    isRepeatable: true,
  },
  'GET /leads/:id': { tag: 'Leads', summary: 'Read a lead', answer: 'LeadAnswer' },
  'PATCH /leads/:id': {
    ...edit,
    summary: 'Edit a lead',
    about:
      'Changes the fields that are given. `null` or an empty text empties a field. A lead that was read can be sent back whole.',
    isRepeatable: true,
  },
  'PUT /leads/:id': { ...edit, summary: 'Edit a lead, by PUT', about: 'As `PATCH`.' },
  'DELETE /leads/:id': {
    tag: 'Leads',
    summary: 'Delete a lead',
    about: 'It is gone from every list, total, look-up and unique check at once. Its history stays.',
    status: 204,
  },
  'POST /leads/:id/restore': {
    tag: 'Leads',
    summary: 'Restore a deleted lead',
    about: 'With its id and history, within the `restore_days` of the workspace.',
    answer: 'LeadAnswer',
    isRepeatable: true,
  },
  'GET /leads/:id/history': {
    tag: 'Leads',
    summary: 'Who touched a lead',
    about: 'Newest first. Names are those of that time.',
    query: paging,
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
    about: 'Each item names its lead by `id` or a unique field.',
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
    about: 'Each item names its lead by `id` or a unique field.',
    example: { items: [{ email: 'ada@example.test' }, { email: 'bob@example.test' }] },
    answered: { results: [{ status: 204 }, { status: 204 }] },
  },
  'GET /users/self': { tag: 'Workspace', summary: 'Who the request acts as', answer: 'Self' },
  'GET /leads/list/fields': {
    tag: 'Workspace',
    summary: 'The fields that a lead has here',
    about: 'The built-in ones, then those of the workspace.',
    answer: 'Fields',
  },
};
