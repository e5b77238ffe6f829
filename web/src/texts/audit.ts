import { auditSubjects } from './audit-subjects.ts';
import { filterTexts } from './leads/views.ts';
import { workspaceTexts } from './workspace.ts';

/** The workspace's settings have the names of their pages. */
const settingLabels = Object.fromEntries(
  Object.entries(workspaceTexts.settings).map(([key, { label }]) => [key, label]),
);

const means: Readonly<Record<string, string>> = {
  ui: 'console',
  api_key: 'API key',
  api_client: 'API client',
  oauth_client: 'OAuth app',
  mcp: 'AI agent',
  workflow: 'workflow',
  apply: 'hark apply',
  command: 'command line',
};

/** Actions whose recorded name isn't the word on screen. */
const actions: Readonly<Record<string, string>> = {
  'run cancelled': 'run canceled',
  'steps tried': 'steps tested',
};
/** Describes a list whose items changed. An item that was replaced was changed. */
function itemsChanged(added: number, removed: number): string {
  const changed = Math.min(added, removed);
  const counts = { changed, added: added - changed, removed: removed - changed };
  const words = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : `${count} ${what}`));
  return words.join(', ') || 'reordered';
}

const wordsOf = (action: string) => actions[action] ?? action;

export const auditTexts = {
  title: 'Audit log',
  about: "Who changed what in this workspace. Entries can't be edited or deleted.",
  subjects: auditSubjects,
  all: 'All types',
  filterBySubject: 'Type',
  filterByUser: 'Show only changes by this user',
  user: 'User',
  everyone: 'All users',
  noUser: 'No matching users',
  deletedUser: 'A deleted user',
  by: (type: string, name: string | null) =>
    type === 'ui' && name === 'set-up'
      ? 'during setup'
      : `via ${means[type] ?? type}${name === null ? '' : ` “${name}”`}`,
  operator: 'System',
  from: (origin: string) => `from ${origin}`,
  none: 'No matching changes',
  noneHelp: 'The audit log records every change to the workspace, but none of them matches these filters.',
  was: 'Before',
  is: 'After',
  fields: {
    is_admin: 'Administrator',
    requires_second_factor: 'Requires a second factor',
    authenticator_app: 'Authenticator app',
    passkey: 'Passkey',
    recovery_codes: 'Recovery codes',
    second_factors: 'Second factors',
    api_key: 'API key',
    allowed_addresses: 'Allowed IP addresses',
    client_id: 'client_id',
    cors_domains: 'CORS domains',
    allow_cors: 'Allow CORS',
    redirect_uris: 'Redirect URIs',
    url: 'URL',
    base_url: 'Base URL',
    token_url: 'Token URL',
    authorize_url: 'Authorization URL',
    listener_host: 'Listener host',
    dedupe: 'Repeated deliveries',
    respond_with: 'Response',
    add_authentication: 'Token required',
    endpoint_key: 'Key',
    endpoint_secret: 'Secret',
    idempotency_header: 'Idempotency header',
    receipts: 'Signed receipts',
    types: 'Events',
    order: 'Sort order',
    operator: filterTexts.operator,
    repeat_calls: 'Sends requests again',
    from: 'Retried from',
    'leads.view': 'View leads',
    'leads.create': 'Create leads',
    'leads.edit': 'Edit leads',
    'leads.delete': 'Delete leads',
    'workflows.view': 'View workflows',
    'workflows.edit': 'Edit workflows',
    'api.access_rest': 'Access REST API',
    'api.access_mcp': 'Connect AI agents',
    'api.write_rest': 'Change leads through the REST API',
    'api.write_mcp': 'Change leads through AI agents',
    ...settingLabels,
  } as Readonly<Record<string, string>>,
  field: 'Field',
  value: 'Value',
  notSet: 'not set',
  empty: 'empty',
  noneOfThem: 'none',
  on: 'on',
  off: 'off',
  /** Stands for a secret. The log doesn't contain its value. */
  hidden: 'hidden',
  shown: (count: number, isAll: boolean) => {
    if (!isAll) return `The newest ${count} changes`;
    return count === 1 ? '1 change' : `${count} changes`;
  },
  onlyOf: (name: string) => `only “${name}”`,
  download: 'Download as CSV',
  downloading: (count: number) => `Reading… ${count.toLocaleString()}`,
  entry: {
    back: 'Audit log',
    title: (subject: string, name: string, action: string) => `${subject} “${name}”: ${wordsOf(action)}`,
    did: (type: keyof typeof auditSubjects, action: string) => `${auditSubjects[type]} ${wordsOf(action)}`,
    noted: 'Details',
    thing: 'Changes',
    later: (count: number) =>
      count === 0
        ? 'Not changed since.'
        : `Changed ${count === 1 ? 'once' : `${count.toLocaleString()} times`} since.`,
    now: 'Now',
    notThere: '—',
    deleted: 'deleted',
    nothing: 'No values changed.',
    open: 'Open current version',
    openRun: 'Open run',
    all: 'All changes to this item',
  },
  columns: { item: 'Item', changes: 'Changes', user: 'User', at: 'Time' },
  itemsChanged,
  values: (count: number) => `${count} values`,
  more: (count: number) => `and ${count} more`,
  csvColumns: ['id', 'at', 'user', 'means', 'origin', 'action', 'subject', 'subject_id', 'name', 'was', 'is'],
} as const;
