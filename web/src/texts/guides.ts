/** Where the guides are published. */
const guidesAt = 'https://github.com/harkhq/hark/blob/main/docs/';

/** Returns the URL of a guide, or of a section in it. */
export const guideUrl = (path: Guide | GuideSection): string => `${guidesAt}${path}`;

/** The guides that the search finds: paths below `docs`, with each page's heading. */
export const guides = {
  'quickstart.md': 'Quickstart',
  'recipes.md': 'Recipes',
  'listeners.md': 'Listeners',
  'workflows.md': 'Workflows',
  'triggers.md': 'Triggers',
  'event-webhooks.md': 'Send events to your systems',
  'steps.md': 'Steps that call other systems',
  'connections.md': 'Connections',
  'single-sign-on.md': 'Single sign-on',
  'templates.md': 'Templates',
  'rest-api.md': 'REST API',
  'sdk.md': 'TypeScript and JavaScript client',
  'python.md': 'Python client',
  'oauth.md': 'OAuth apps',
  'agents.md': 'AI agents',
  'proposals.md': 'Proposals',
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
  'console/people.md': 'Users, roles, and API Settings in the console',
  'console/oauth-clients.md': 'OAuth apps in the console',
  'console/settings.md': 'Settings in the console',
} as const;

export type Guide = keyof typeof guides;

/** The sections that screens link to, with what they explain. */
export const guideSections = {
  'console/first-start.md#home-': 'Home',
  'console/people.md#users-settingsusers': 'Users',
  'console/people.md#roles-settingsroles': 'Roles',
  'console/people.md#your-account-settingsaccount': 'Your account',
  'console/people.md#api-settings-appsapi': 'API Settings',
  'console/leads.md#view-one-lead': 'One lead',
  'console/leads.md#import-a-file': 'Import a file',
  'console/leads.md#imports-and-exports': 'Imports and exports',
  'console/listeners.md#the-triggers-tab': 'Triggers and webhooks',
  'console/listeners.md#the-request-inspector': 'Requests',
  'console/runs.md#the-run-list': 'The run list',
  'console/runs.md#one-run': 'One run',
  'console/runs.md#approvals': 'Approvals',
  'console/workflows.md#the-list': 'The workflow list',
  'console/workflows.md#steps': 'Steps',
  'console/workflows.md#test': 'Test a workflow',
  'console/workflows.md#publish': 'Versions and publishing',
  'console/settings.md#general-limits-and-retention-settingsgeneral-settingslimits-settingsretention':
    'General, limits, and retention',
  'console/settings.md#danger-zone-settingsdanger': 'Danger zone',
  'console/settings.md#secrets-settingssecrets': 'Secrets',
  'console/settings.md#connections-settingssecretstabconnections': 'Connections',
  'console/settings.md#lead-fields-settingslead-fields': 'Lead fields',
  'console/settings.md#audit-log-settingsaudit': 'Audit log',
} as const;

export type GuideSection = keyof typeof guideSections;

/** Returns what a guide or a section explains. */
export const guideTitle = (path: Guide | GuideSection): string => ({ ...guides, ...guideSections })[path];
