import type { Answer } from '../../api/call.ts';

type Subject = Answer<'GET /audit'>['entries'][number]['subject'];

/** An entry about all files of a workspace has no number. */
const jobPlace = (id: number) => (id === 0 ? '/leads/jobs' : `/leads/jobs/${id}`);

/** Where a thing can be seen as it is now; what acts as somebody has its place on his page, which is not known from the entry. */
const places: Partial<Record<Subject['type'], (id: number) => string>> = {
  role: (id) => `/settings/roles/${id}`,
  user: (id) => `/settings/users/${id}`,
  api_key: (id) => `/settings/users/${id}`,
  settings: () => '/settings/workspace',
  workspace: () => '/settings/workspace',
  oauth_client: (id) => `/settings/oauth-clients/${id}`,
  secret: () => '/settings/secrets',
  lead_field: () => '/settings/lead-fields',
  lead: (id) => `/leads/${id}`,
  saved_view: () => '/leads',
  import: jobPlace,
  export: jobPlace,
  bulk_change: jobPlace,
  workflow: (id) => `/workflows/${id}`,
  runs: () => '/runs',
};

/** Undefined where a thing has no screen of its own. */
export const auditLink = ({ type, id }: Pick<Subject, 'type' | 'id'>): string | undefined =>
  places[type]?.(id);
