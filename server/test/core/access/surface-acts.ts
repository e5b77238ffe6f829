import type { Act } from '../../../src/core/access/index.ts';
import type { Made, Maker } from './surface-records.ts';

/** A request: method, path and body. */
type Request = readonly [method: string, path: string, body?: unknown];
/** A tool call: name and arguments. */
type Call = readonly [tool: string, given?: unknown];

/** The same act on each surface that has it. */
export interface Attempt {
  readonly act: Act;
  /** A record of this kind is created before each attempt. Its owner decides whether the act reaches it. */
  readonly on?: Maker;
  /** Every user who may perform the act can reach records without an owner. */
  readonly hasOwner?: boolean;
  /** The act that makes the record visible. */
  readonly seenBy?: Act;
  /** The act on the record that decides, if every user may perform the act itself on some records. */
  readonly needs?: Act;
  /** Set for lists: the act is allowed if the list contains the record. */
  readonly isList?: boolean;
  /** Set for several records at once: the act is allowed if no result of the answer matches. */
  readonly refusal?: RegExp;
  readonly console?: (made: Made) => Request;
  readonly rest?: (made: Made) => Request;
  readonly mcp?: (made: Made) => Call;
}

/** The same request to the console and to the REST API. There, new records have a separate path. */
const both = (request: (made: Made) => Request, isNew = false) => ({
  console: request,
  rest: (made: Made): Request => {
    const [method, path, ...body] = request(made);
    return [method, `/api${path}${isNew ? '/new' : ''}`, ...body];
  },
});
const lead = { on: 'lead', hasOwner: true, seenBy: 'leads.view' } as const;
const workflow = { on: 'workflow', hasOwner: true, seenBy: 'workflows.view' } as const;
const failedRun = { on: 'failedRun', hasOwner: true, seenBy: 'runs.view' } as const;
const proposal = { on: 'proposal', hasOwner: true, seenBy: 'leads.view' } as const;
const decision = {
  ...proposal,
  act: 'proposals.decide',
  needs: 'leads.edit',
  refusal: /"message":"|"status":40[34]/,
} as const;
const decide =
  (outcome: string) =>
  ({ id }: Made) =>
    ['POST', '/proposals/decide', { ids: [id], outcome }] as const;
const connection = (name: string) => ({ name, type: 'none', origin: 'https://api.example.test' });
const webhook = (name: string) => ({ name, url: 'https://example.test/', types: ['lead.created'] });
const role = (name: string) => ({
  name,
  is_admin: false,
  permissions: {},
  requires_second_factor: false,
});
const field = (alias: string) => ({
  alias,
  label: alias,
  type: 'text',
  unique: false,
  required: false,
  options: [],
});
const ofWebhook = { on: 'webhook', act: 'webhooks.manage' } as const;
const ofConnection = { on: 'connection', act: 'connections.manage' } as const;
const company = { company: 'Changed' };

/**
 * Every act that more than one surface has. The command line in remote mode calls the REST routes. The console lists users
 * and fields on other pages than REST, but needs the same permission.
 */
export const attempts: Readonly<Record<string, Attempt>> = {
  'list leads': {
    ...lead,
    act: 'leads.view',
    isList: true,
    console: () => ['POST', '/leads/search', { order: '-id' }],
    rest: () => ['GET', '/api/leads?orderBy=-id&limit=100'],
    mcp: () => ['search_leads', { orderBy: '-id', limit: 100 }],
  },
  'search leads': {
    ...lead,
    act: 'leads.view',
    isList: true,
    ...both(({ name }) => [
      'POST',
      '/leads/search',
      { filters: [{ alias: 'first_name', operator: 'eq', value: name }] },
    ]),
    mcp: ({ name }) => ['search_leads', { filters: [{ alias: 'first_name', operator: 'eq', value: name }] }],
  },
  'read a lead': {
    ...lead,
    act: 'leads.view',
    ...both(({ id }) => ['GET', `/leads/${id}`]),
    mcp: ({ id }) => ['get_lead', { id }],
  },
  'read the history of a lead': {
    ...lead,
    act: 'leads.view_history',
    ...both(({ id }) => ['GET', `/leads/${id}/history`]),
    mcp: ({ id }) => ['lead_history', { id }],
  },
  'create a lead': {
    act: 'leads.create',
    ...both(() => ['POST', '/leads', { first_name: 'New' }], true),
    mcp: () => ['create_lead', { first_name: 'New' }],
  },
  'edit a lead': {
    ...lead,
    act: 'leads.edit',
    ...both(({ id }) => ['PATCH', `/leads/${id}`, company]),
    mcp: ({ id }) => ['update_lead', { id, ...company }],
  },
  'edit a lead by a unique field': {
    ...lead,
    act: 'leads.edit',
    rest: ({ id }) => ['PATCH', '/api/leads/edit', { id, ...company }],
  },
  'delete a lead': {
    ...lead,
    act: 'leads.delete',
    ...both(({ id }) => ['DELETE', `/leads/${id}`]),
    mcp: ({ id }) => ['delete_lead', { id }],
  },
  'restore a lead': {
    ...lead,
    on: 'deletedLead',
    act: 'leads.restore',
    ...both(({ id }) => ['POST', `/leads/${id}/restore`]),
  },
  'describe the lead fields': {
    act: 'lead_fields.view',
    console: () => ['GET', '/leads/form'],
    rest: () => ['GET', '/api/leads/list/fields'],
    mcp: () => ['describe_fields'],
  },
  'list the custom fields': { act: 'lead_fields.view', rest: () => ['GET', '/api/lead-fields'] },
  'read a custom field': {
    on: 'field',
    act: 'lead_fields.view',
    rest: ({ name }) => ['GET', `/api/lead-fields/${name}`],
  },
  'create a custom field': {
    on: 'freeName',
    act: 'lead_fields.manage',
    ...both(({ name }) => ['POST', '/lead-fields', field(name)], true),
  },
  'change a custom field': {
    on: 'field',
    act: 'lead_fields.manage',
    ...both(({ name }) => ['PATCH', `/lead-fields/${name}`, { label: 'Changed' }]),
  },
  'list users': { act: 'users.manage', ...both(() => ['GET', '/users']) },
  'read a user': { on: 'user', act: 'users.manage', ...both(({ id }) => ['GET', `/users/${id}`]) },
  'create a user': {
    on: 'freeName',
    act: 'users.manage',
    console: ({ name, role }) => ['POST', '/users', { email: `${name}@acme.test`, name, role }],
    rest: ({ name, role }) => [
      'POST',
      '/api/users/new',
      { email: `${name}@acme.test`, name, role: { id: role } },
    ],
  },
  'change a user': {
    on: 'user',
    act: 'users.manage',
    ...both(({ id }) => ['PATCH', `/users/${id}`, { name: 'Changed' }]),
  },
  'delete a user': { on: 'user', act: 'users.manage', ...both(({ id }) => ['DELETE', `/users/${id}`]) },
  'list roles': { act: 'roles.manage', ...both(() => ['GET', '/roles']) },
  'read a role': { on: 'role', act: 'roles.manage', rest: ({ id }) => ['GET', `/api/roles/${id}`] },
  'create a role': {
    on: 'freeName',
    act: 'roles.manage',
    console: ({ name }) => ['POST', '/roles', role(name)],
    rest: ({ name }) => ['POST', '/api/roles/new', { name }],
  },
  'change a role': {
    on: 'role',
    act: 'roles.manage',
    console: ({ id, name }) => ['PUT', `/roles/${id}`, { ...role(`${name} 2`), seen: role(name) }],
    rest: ({ id, name }) => ['PATCH', `/api/roles/${id}`, { name: `${name} 2` }],
  },
  'delete a role': { on: 'role', act: 'roles.manage', ...both(({ id }) => ['DELETE', `/roles/${id}`]) },
  'list connections': { act: 'connections.view', ...both(() => ['GET', '/connections']) },
  'read a connection': {
    on: 'connection',
    act: 'connections.view',
    rest: ({ id }) => ['GET', `/api/connections/${id}`],
  },
  'create a connection': {
    on: 'freeName',
    act: 'connections.manage',
    ...both(({ name }) => ['POST', '/connections', connection(name)], true),
  },
  'change a connection': {
    ...ofConnection,
    ...both(({ id, name }) => ['PATCH', `/connections/${id}`, { name: `${name} 2` }]),
  },
  'delete a connection': { ...ofConnection, ...both(({ id }) => ['DELETE', `/connections/${id}`]) },
  'list webhooks': { act: 'webhooks.manage', ...both(() => ['GET', '/webhooks']) },
  'read a webhook': { ...ofWebhook, ...both(({ id }) => ['GET', `/webhooks/${id}`]) },
  'create a webhook': {
    on: 'freeName',
    act: 'webhooks.manage',
    ...both(({ name }) => ['POST', '/webhooks', webhook(name)], true),
  },
  'change a webhook': {
    ...ofWebhook,
    ...both(({ id, name }) => ['PATCH', `/webhooks/${id}`, { name: `${name} 2` }]),
  },
  'delete a webhook': { ...ofWebhook, ...both(({ id }) => ['DELETE', `/webhooks/${id}`]) },
  'rotate the secret of a webhook': { ...ofWebhook, ...both(({ id }) => ['POST', `/webhooks/${id}/rotate`]) },
  'test a webhook': { ...ofWebhook, ...both(({ id }) => ['POST', `/webhooks/${id}/test`]) },
  'list the deliveries of a webhook': {
    ...ofWebhook,
    ...both(({ id }) => ['GET', `/webhooks/${id}/deliveries`]),
  },
  'send the events of a webhook again': {
    ...ofWebhook,
    ...both(({ id }) => ['POST', `/webhooks/${id}/replay`, { from: '2026-01-01T00:00:00.000Z' }]),
  },
  'list workflows': {
    ...workflow,
    act: 'workflows.view',
    isList: true,
    console: ({ name }) => ['GET', `/workflows?search=${encodeURIComponent(name)}`],
    rest: ({ name }) => ['GET', `/api/workflows?name=${encodeURIComponent(name)}`],
    mcp: () => ['list_workflows', { limit: 100 }],
  },
  'read a workflow': { ...workflow, act: 'workflows.view', ...both(({ id }) => ['GET', `/workflows/${id}`]) },
  'describe a listener': {
    ...workflow,
    act: 'workflows.view',
    console: ({ id }) => ['GET', `/workflows/${id}/listener`],
    mcp: ({ name }) => ['describe_listener', { workflow: name }],
  },
  'create a workflow': {
    on: 'freeName',
    act: 'workflows.create',
    ...both(({ name }) => ['POST', '/workflows', { name }], true),
  },
  'change a workflow': {
    ...workflow,
    act: 'workflows.edit',
    ...both(({ id, name }) => ['PATCH', `/workflows/${id}`, { name: `${name} 2` }]),
  },
  'publish a workflow': {
    ...workflow,
    act: 'workflows.edit',
    rest: ({ id }) => ['POST', `/api/workflows/${id}/publish`],
  },
  'try a draft on past requests': {
    ...workflow,
    act: 'workflows.edit',
    console: ({ id }) => ['POST', `/workflows/${id}/shadow`, { revision: 0, requests: 1, before: null }],
    rest: ({ id }) => ['POST', `/api/workflows/${id}/shadow`],
  },
  'delete a workflow': {
    ...workflow,
    act: 'workflows.delete',
    ...both(({ id }) => ['DELETE', `/workflows/${id}`]),
  },
  'start a workflow': {
    ...workflow,
    act: 'runs.start',
    ...both(({ id }) => ['POST', `/workflows/${id}/start`, { data: {} }]),
    mcp: ({ name }) => ['start_workflow', { workflow: name }],
  },
  'list runs': {
    ...failedRun,
    act: 'runs.view',
    isList: true,
    ...both(() => ['GET', '/runs']),
    mcp: () => ['list_runs', { limit: 100 }],
  },
  'read a run': {
    ...failedRun,
    act: 'runs.view',
    ...both(({ id }) => ['GET', `/runs/${id}`]),
    mcp: ({ id }) => ['get_run', { run: id }],
  },
  'list the steps of a run': {
    ...failedRun,
    act: 'runs.view',
    rest: ({ id }) => ['GET', `/api/runs/${id}/steps`],
  },
  'retry a run': {
    ...failedRun,
    act: 'runs.retry',
    console: ({ id }) => ['POST', `/runs/${id}/retry`, { from: 'start', repeat_calls: false }],
    rest: ({ id }) => ['POST', `/api/runs/${id}/retry`, { from: 'start' }],
    mcp: ({ id }) => ['retry_run', { run: id }],
  },
  'cancel a run': {
    ...failedRun,
    on: 'queuedRun',
    act: 'runs.cancel',
    ...both(({ id }) => ['POST', `/runs/${id}/cancel`]),
  },
  'list proposals': {
    ...proposal,
    act: 'proposals.view',
    needs: 'leads.view',
    isList: true,
    ...both(() => ['GET', '/proposals']),
  },
  'read a proposal': {
    ...proposal,
    act: 'proposals.view',
    needs: 'leads.view',
    rest: ({ id }) => ['GET', `/api/proposals/${id}`],
  },
  'approve a proposal': {
    ...decision,
    console: decide('approved'),
    rest: ({ id }) => ['POST', `/api/proposals/${id}/approve`],
  },
  'reject a proposal': {
    ...decision,
    console: decide('rejected'),
    rest: ({ id }) => ['POST', `/api/proposals/${id}/reject`],
  },
  'approve proposals': { ...decision, rest: ({ id }) => ['POST', '/api/proposals/approve', { ids: [id] }] },
  'reject proposals': { ...decision, rest: ({ id }) => ['POST', '/api/proposals/reject', { ids: [id] }] },
};
