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
    console: ({ name }) => [
      'POST',
      '/leads/search',
      { filters: [{ alias: 'first_name', operator: 'eq', value: name }] },
    ],
    rest: ({ name }) => [
      'POST',
      '/api/leads/search',
      { filters: [{ alias: 'first_name', operator: 'eq', value: name }] },
    ],
    mcp: ({ name }) => ['search_leads', { filters: [{ alias: 'first_name', operator: 'eq', value: name }] }],
  },
  'read a lead': {
    ...lead,
    act: 'leads.view',
    console: ({ id }) => ['GET', `/leads/${id}`],
    rest: ({ id }) => ['GET', `/api/leads/${id}`],
    mcp: ({ id }) => ['get_lead', { id }],
  },
  'read the history of a lead': {
    ...lead,
    act: 'leads.view_history',
    console: ({ id }) => ['GET', `/leads/${id}/history`],
    rest: ({ id }) => ['GET', `/api/leads/${id}/history`],
    mcp: ({ id }) => ['lead_history', { id }],
  },
  'create a lead': {
    act: 'leads.create',
    console: () => ['POST', '/leads', { first_name: 'New' }],
    rest: () => ['POST', '/api/leads/new', { first_name: 'New' }],
    mcp: () => ['create_lead', { first_name: 'New' }],
  },
  'edit a lead': {
    ...lead,
    act: 'leads.edit',
    console: ({ id }) => ['PATCH', `/leads/${id}`, company],
    rest: ({ id }) => ['PATCH', `/api/leads/${id}`, company],
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
    console: ({ id }) => ['DELETE', `/leads/${id}`],
    rest: ({ id }) => ['DELETE', `/api/leads/${id}`],
    mcp: ({ id }) => ['delete_lead', { id }],
  },
  'restore a lead': {
    ...lead,
    on: 'deletedLead',
    act: 'leads.restore',
    console: ({ id }) => ['POST', `/leads/${id}/restore`],
    rest: ({ id }) => ['POST', `/api/leads/${id}/restore`],
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
    console: ({ name }) => ['POST', '/lead-fields', field(name)],
    rest: ({ name }) => ['POST', '/api/lead-fields/new', field(name)],
  },
  'change a custom field': {
    on: 'field',
    act: 'lead_fields.manage',
    console: ({ name }) => ['PATCH', `/lead-fields/${name}`, { label: 'Changed' }],
    rest: ({ name }) => ['PATCH', `/api/lead-fields/${name}`, { label: 'Changed' }],
  },
  'list users': {
    act: 'users.manage',
    console: () => ['GET', '/users'],
    rest: () => ['GET', '/api/users'],
  },
  'read a user': {
    on: 'user',
    act: 'users.manage',
    console: ({ id }) => ['GET', `/users/${id}`],
    rest: ({ id }) => ['GET', `/api/users/${id}`],
  },
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
    console: ({ id }) => ['PATCH', `/users/${id}`, { name: 'Changed' }],
    rest: ({ id }) => ['PATCH', `/api/users/${id}`, { name: 'Changed' }],
  },
  'delete a user': {
    on: 'user',
    act: 'users.manage',
    console: ({ id }) => ['DELETE', `/users/${id}`],
    rest: ({ id }) => ['DELETE', `/api/users/${id}`],
  },
  'list roles': {
    act: 'roles.manage',
    console: () => ['GET', '/roles'],
    rest: () => ['GET', '/api/roles'],
  },
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
  'delete a role': {
    on: 'role',
    act: 'roles.manage',
    console: ({ id }) => ['DELETE', `/roles/${id}`],
    rest: ({ id }) => ['DELETE', `/api/roles/${id}`],
  },
  'list connections': {
    act: 'connections.view',
    console: () => ['GET', '/connections'],
    rest: () => ['GET', '/api/connections'],
  },
  'read a connection': {
    on: 'connection',
    act: 'connections.view',
    rest: ({ id }) => ['GET', `/api/connections/${id}`],
  },
  'create a connection': {
    on: 'freeName',
    act: 'connections.manage',
    console: ({ name }) => ['POST', '/connections', connection(name)],
    rest: ({ name }) => ['POST', '/api/connections/new', connection(name)],
  },
  'change a connection': {
    on: 'connection',
    act: 'connections.manage',
    console: ({ id, name }) => ['PATCH', `/connections/${id}`, { name: `${name} 2` }],
    rest: ({ id, name }) => ['PATCH', `/api/connections/${id}`, { name: `${name} 2` }],
  },
  'delete a connection': {
    on: 'connection',
    act: 'connections.manage',
    console: ({ id }) => ['DELETE', `/connections/${id}`],
    rest: ({ id }) => ['DELETE', `/api/connections/${id}`],
  },
  'list webhooks': {
    act: 'webhooks.manage',
    console: () => ['GET', '/webhooks'],
    rest: () => ['GET', '/api/webhooks'],
  },
  'read a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['GET', `/webhooks/${id}`],
    rest: ({ id }) => ['GET', `/api/webhooks/${id}`],
  },
  'create a webhook': {
    on: 'freeName',
    act: 'webhooks.manage',
    console: ({ name }) => ['POST', '/webhooks', webhook(name)],
    rest: ({ name }) => ['POST', '/api/webhooks/new', webhook(name)],
  },
  'change a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id, name }) => ['PATCH', `/webhooks/${id}`, { name: `${name} 2` }],
    rest: ({ id, name }) => ['PATCH', `/api/webhooks/${id}`, { name: `${name} 2` }],
  },
  'delete a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['DELETE', `/webhooks/${id}`],
    rest: ({ id }) => ['DELETE', `/api/webhooks/${id}`],
  },
  'rotate the secret of a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['POST', `/webhooks/${id}/rotate`],
    rest: ({ id }) => ['POST', `/api/webhooks/${id}/rotate`],
  },
  'test a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['POST', `/webhooks/${id}/test`],
    rest: ({ id }) => ['POST', `/api/webhooks/${id}/test`],
  },
  'list the deliveries of a webhook': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['GET', `/webhooks/${id}/deliveries`],
    rest: ({ id }) => ['GET', `/api/webhooks/${id}/deliveries`],
  },
  'send the events of a webhook again': {
    on: 'webhook',
    act: 'webhooks.manage',
    console: ({ id }) => ['POST', `/webhooks/${id}/replay`, { from: '2026-01-01T00:00:00.000Z' }],
    rest: ({ id }) => ['POST', `/api/webhooks/${id}/replay`, { from: '2026-01-01T00:00:00.000Z' }],
  },
  'list workflows': {
    ...workflow,
    act: 'workflows.view',
    isList: true,
    console: ({ name }) => ['GET', `/workflows?search=${encodeURIComponent(name)}`],
    rest: ({ name }) => ['GET', `/api/workflows?name=${encodeURIComponent(name)}`],
    mcp: () => ['list_workflows', { limit: 100 }],
  },
  'read a workflow': {
    ...workflow,
    act: 'workflows.view',
    console: ({ id }) => ['GET', `/workflows/${id}`],
    rest: ({ id }) => ['GET', `/api/workflows/${id}`],
  },
  'describe a listener': {
    ...workflow,
    act: 'workflows.view',
    console: ({ id }) => ['GET', `/workflows/${id}/listener`],
    mcp: ({ name }) => ['describe_listener', { workflow: name }],
  },
  'create a workflow': {
    on: 'freeName',
    act: 'workflows.create',
    console: ({ name }) => ['POST', '/workflows', { name }],
    rest: ({ name }) => ['POST', '/api/workflows/new', { name }],
  },
  'change a workflow': {
    ...workflow,
    act: 'workflows.edit',
    console: ({ id, name }) => ['PATCH', `/workflows/${id}`, { name: `${name} 2` }],
    rest: ({ id, name }) => ['PATCH', `/api/workflows/${id}`, { name: `${name} 2` }],
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
    console: ({ id }) => ['DELETE', `/workflows/${id}`],
    rest: ({ id }) => ['DELETE', `/api/workflows/${id}`],
  },
  'start a workflow': {
    ...workflow,
    act: 'runs.start',
    console: ({ id }) => ['POST', `/workflows/${id}/start`, { data: {} }],
    rest: ({ id }) => ['POST', `/api/workflows/${id}/start`, { data: {} }],
    mcp: ({ name }) => ['start_workflow', { workflow: name }],
  },
  'list runs': {
    ...failedRun,
    act: 'runs.view',
    isList: true,
    console: () => ['GET', '/runs'],
    rest: () => ['GET', '/api/runs'],
    mcp: () => ['list_runs', { limit: 100 }],
  },
  'read a run': {
    ...failedRun,
    act: 'runs.view',
    console: ({ id }) => ['GET', `/runs/${id}`],
    rest: ({ id }) => ['GET', `/api/runs/${id}`],
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
    console: ({ id }) => ['POST', `/runs/${id}/cancel`],
    rest: ({ id }) => ['POST', `/api/runs/${id}/cancel`],
  },
  'list proposals': {
    ...proposal,
    act: 'proposals.view',
    needs: 'leads.view',
    isList: true,
    console: () => ['GET', '/proposals'],
    rest: () => ['GET', '/api/proposals'],
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
