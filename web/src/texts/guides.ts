/** Where the guides are published. */
const guidesAt = 'https://github.com/harkhq/hark/blob/main/docs/';

/** Returns the URL of a guide. */
export const guideUrl = (path: Guide): string => `${guidesAt}${path}`;

/** The guides that the search finds: paths below `docs`, with each page's heading. */
export const guides = {
  'quickstart.md': 'Quickstart',
  'listeners.md': 'Listeners',
  'workflows.md': 'Workflows',
  'triggers.md': 'Triggers',
  'event-webhooks.md': 'Send events to your systems',
  'steps.md': 'Steps that call other systems',
  'templates.md': 'Templates',
  'rest-api.md': 'REST API',
  'sdk.md': 'TypeScript and JavaScript client',
  'oauth.md': 'OAuth apps',
  'agents.md': 'AI agents',
  'migrating.md': 'Migrating webhooks to Hark',
  'reliability.md': 'Reliability',
  'security-model.md': 'Security model',
  'deploy.md': 'Deploying Hark',
  'operating.md': 'Operating Hark',
  'monitoring.md': 'Monitoring',
  'console/first-start.md': 'First start',
  'console/leads.md': 'Leads in the console',
  'console/workflows.md': 'Workflows in the console',
  'console/listeners.md': 'Webhooks and requests in the console',
  'console/runs.md': 'Runs in the console',
  'console/people.md': 'Users, roles and API Settings in the console',
  'console/oauth-clients.md': 'OAuth apps in the console',
  'console/settings.md': 'Settings in the console',
} as const;

export type Guide = keyof typeof guides;
