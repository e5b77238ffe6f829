/** Strings for the page with secrets and connections, and for secrets. Their values are write-only: they are never shown. */
export const secretsTexts = {
  page: 'Secrets & connections',
  tabsLabel: 'Kinds of credentials',
  tabs: { secrets: 'Secrets', connections: 'Connections' },
  title: 'Secrets',
  about:
    "Write-only values for HTTP requests and webhook keys. Use them in templates as `{{ secrets.name }}`. They can't be viewed after you save them.",
  count: (count: number) => (count === 1 ? '1 secret' : `${count} secrets`),
  add: 'Add secret',
  none: 'No secrets yet',
  noneHelp: 'Store tokens and keys for other services here instead of in a workflow, and use them by name.',
  name: 'Name',
  nameHelp: 'A letter, then letters, digits, or underscores. Templates refer to the secret by this name.',
  value: 'Value',
  valueHelp: "Stored encrypted. You can't view it again after saving.",
  hostsExample: 'api.example.com',
  hosts: 'Hosts',
  hostsHelp:
    'Optional. The secret is only sent to these hosts, such as api.example.com. Separate several with commas. Leave empty to allow any host.',
  onlyTo: (hosts: string) => `Only sent to ${hosts}`,
  newValue: 'New value',
  create: 'Save secret',
  created: (name: string) => `The secret ${name} was saved.`,
  replace: 'Replace',
  replaceValue: 'Replace value…',
  replaceTitle: (name: string) => `Replace the value of ${name}`,
  replaceHelp:
    'New requests and steps use the new value. Leave the value empty to change only the hosts. To add a host, enter the value again.',
  replaced: (name: string) => `The secret ${name} was updated.`,
  remove: 'Delete…',
  actionsOf: (name: string) => `Actions for ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    "No published workflow uses it. Unfinished runs of older versions may still use it, and would fail. This can't be undone.",
  removeUsed: (count: number) =>
    `This secret is used in ${count === 1 ? 'one place' : `${count} places`}, so you can't delete it. Change those workflows first. To stop using the value immediately, replace it.`,
  removeConfirm: 'Delete secret',
  removed: (name: string) => `The secret ${name} was deleted.`,
  columns: { name: 'Name', uses: 'Used by', changed: 'Last changed', by: 'Changed by', actions: 'Actions' },
  operator: 'System',
  unused: 'Not used',
  draft: (step: string) => `${step} (draft)`,
  listener: (setting: string) => `webhook ${setting}`,
  settings: {
    endpoint_key: 'key',
    endpoint_secret: 'secret',
    cors_domains: 'CORS domains',
  } as Readonly<Record<string, string>>,
  missingTitle: 'Missing secrets',
  missingText:
    "Workflows use these secrets, but they don't exist. Steps that use them without a fallback fail, and webhooks that use them reject every request. Add the secrets, or correct the names in the templates.",
  addMissing: (name: string) => `Add ${name}`,
} as const;
