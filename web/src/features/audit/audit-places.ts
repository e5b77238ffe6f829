import type { ApiResponse } from '../../api/call.ts';

type Subject = ApiResponse<'GET /audit'>['entries'][number]['subject'];

/** Returns the path of a job's page. Entries about all of a workspace's files have the ID 0 and link to the list of jobs. */
const jobPath = (id: number) => (id === 0 ? '/leads/jobs' : `/leads/jobs/${id}`);

/**
 * The paths of the pages for audited items. Most credentials have none: they are listed on a user's page, but their
 * entries don't contain the user's ID.
 */
const paths: Partial<Record<Subject['type'], (id: number) => string>> = {
  role: (id) => `/settings/roles/${id}`,
  user: (id) => `/settings/users/${id}`,
  api_key: (id) => `/settings/users/${id}`,
  settings: () => '/settings/general',
  workspace: () => '/settings/general',
  oauth_client: (id) => `/apps/oauth/${id}`,
  webhook: (id) => `/apps/webhooks/${id}`,
  secret: () => '/settings/secrets',
  connection: () => '/settings/secrets',
  identity_provider: () => '/settings/single-sign-on',
  lead_field: () => '/settings/lead-fields',
  lead: (id) => `/leads/${id}`,
  saved_view: () => '/leads',
  import: jobPath,
  export: jobPath,
  bulk_change: jobPath,
  workflow: (id) => `/workflows/${id}`,
  runs: () => '/runs',
};

/** Returns the link to the item's page, or undefined if the item has no page. */
export function auditLink({ type, id }: Pick<Subject, 'type' | 'id'>) {
  const to = paths[type]?.(id);
  return to === undefined ? undefined : { to, search: type === 'connection' ? { tab: 'connections' } : {} };
}
