import { auditSubjects } from './audit-subjects.ts';

const means: Readonly<Record<string, string>> = {
  ui: 'the console',
  api_key: 'an API key',
  api_client: 'an API client',
  oauth_client: 'an OAuth app',
  mcp: 'an AI agent',
  workflow: 'a workflow',
  apply: 'hark apply',
  command: 'a command',
};

export const auditTexts = {
  title: 'Audit',
  about: 'Who changed what in this workspace. Nobody can change what stands here.',
  subjects: auditSubjects,
  all: 'Everything',
  filterBySubject: 'What was changed',
  filterByUser: 'Only what this person changed',
  clear: 'Show everything',
  since: 'From',
  until: 'Before',
  by: (type: string, name: string | null) => `by ${means[type] ?? type}${name === null ? '' : ` “${name}”`}`,
  operator: 'The operator',
  from: (origin: string) => `from ${origin}`,
  none: 'Nothing fits',
  noneHelp: 'No change of this kind was made in that time.',
  was: 'Was',
  is: 'Is',
  fields: {
    is_admin: 'Administrator',
    api_key: 'API key',
    client_id: 'client_id',
    cors_domains: 'CORS domains',
    allow_cors: 'Allow CORS',
    redirect_uris: 'Redirect addresses',
    base_url: 'Base URL',
    listener_host: 'Listener host',
    'api.access_rest': 'Access REST API',
    'api.access_mcp': 'Connect AI agents',
  } as Readonly<Record<string, string>>,
  field: 'Field',
  value: 'Value',
  notSet: 'not set',
  empty: 'empty',
  noneOfThem: 'none',
  yes: 'yes',
  no: 'no',
  shown: (count: number, isAll: boolean) => {
    if (!isAll) return `The newest ${count} changes`;
    return count === 1 ? '1 change' : `${count} changes`;
  },
  onlyBy: (name: string) => `only what ${name} changed`,
  onlyOf: (name: string) => `only “${name}”`,
  download: 'Download as CSV',
  downloading: (count: number) => `Reading … ${count.toLocaleString()}`,
  entry: {
    back: 'The audit',
    title: (subject: string, name: string, action: string) => `${subject} “${name}”: ${action}`,
    noted: 'What was noted',
    thing: 'As it was and as it is',
    later: (count: number) =>
      count === 0
        ? 'Nothing was changed since.'
        : `Changed ${count === 1 ? 'once' : `${count.toLocaleString()} times`} since.`,
    before: 'Before',
    after: 'After this change',
    now: 'Now',
    notThere: 'was not there',
    deleted: 'deleted',
    nothing: 'The audit keeps no value of it.',
    open: 'Open it as it is now',
    all: 'All its changes',
  },
  columns: ['id', 'at', 'user', 'means', 'origin', 'action', 'subject', 'subject_id', 'name', 'was', 'is'],
} as const;
