import type { GrantKey } from './permissions.ts';

/**
 * What an act requires: a permission that the role grants, an administrator, or the user whose own data it
 * concerns.
 */
export type Requirement = { permission: GrantKey } | 'administrator' | 'oneself';

const needs = (permission: GrantKey): Requirement => ({ permission });

/**
 * The permission table: every act on any surface and the permission it requires (spec/rest-api §7). Each
 * route names its act. An act that isn't listed here can't be performed (docs/design/permissions.md).
 */
export const acts = {
  'leads.view': needs('leads.view'),
  'leads.view_history': needs('leads.view'),
  'leads.create': needs('leads.create'),
  'leads.edit': needs('leads.edit'),
  'leads.delete': needs('leads.delete'),
  'leads.restore': needs('leads.delete'),
  'leads.import': needs('leads.create'),
  'leads.export': needs('leads.view'),
  'leads.erase_person': 'administrator',

  'workflows.view': needs('workflows.view'),
  'workflows.create': needs('workflows.edit'),
  'workflows.edit': needs('workflows.edit'),
  'workflows.delete': needs('workflows.edit'),
  'workflows.change_owner': 'administrator',
  'listeners.view_secret': needs('workflows.edit'),
  'listeners.inspect_requests': needs('workflows.view'),
  'runs.view': needs('workflows.view'),
  'runs.start': needs('workflows.edit'),
  'runs.retry': needs('workflows.edit'),
  'runs.cancel': needs('workflows.edit'),

  'users.manage': 'administrator',
  'roles.manage': 'administrator',
  'settings.manage': 'administrator',
  'lead_fields.manage': 'administrator',
  'secrets.manage': 'administrator',
  'connections.view': needs('workflows.edit'),
  'connections.manage': 'administrator',
  'oauth_clients.manage': 'administrator',
  'webhooks.manage': 'administrator',
  'workspace.provision': 'administrator',
  'credentials.end_of_others': 'administrator',
  'audit.view': 'administrator',

  // Any authenticated caller can see which fields exist; only their values are restricted.
  'lead_fields.view': 'oneself',
  // Any authenticated caller can read the feed; it contains only events of leads and workflows that they can view.
  'events.view': 'oneself',
  // Any authenticated caller can list approvals; the list contains only those that they can view or decide.
  'approvals.view': 'oneself',
  'approvals.decide': 'oneself',
  // Any authenticated caller can list proposals; the list contains only their own and those for leads that they can view.
  'proposals.view': 'oneself',
  'proposals.decide': 'oneself',
  'saved_views.share': 'administrator',
  'jobs.view_of_others': 'administrator',
  'profile.view': 'oneself',
  'api_key.manage': 'oneself',
  'api_clients.manage': 'oneself',
  'grants.manage': 'oneself',
  'sessions.manage': 'oneself',
  'password.change': 'oneself',
  'second_factors.manage': 'oneself',
} as const satisfies Record<string, Requirement>;

export type Act = keyof typeof acts;
