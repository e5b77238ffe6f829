/** Secrets: written, never read. */
export const secretsTexts = {
  title: 'Secrets',
  about:
    'Values that HTTP requests and listener keys use as {{ secrets.name }}. You enter them here, and nobody can read them again.',
  count: (count: number) => (count === 1 ? '1 secret' : `${count} secrets`),
  add: 'Add a secret',
  none: 'No secret yet',
  noneHelp: 'Put tokens and keys of other services here instead of into a workflow, and read them by name.',
  name: 'Name',
  nameHelp: 'A letter, then letters, digits or underscores. Templates read it by this name.',
  value: 'Value',
  valueHelp: 'Encrypted as soon as it is saved. Nobody can read it again.',
  hostsExample: 'api.example.com',
  hosts: 'Hosts',
  hostsHelp:
    'Optional. The secret is only sent to these hosts, such as api.example.com. Separate several with commas. Leave empty to allow any host.',
  onlyTo: (hosts: string) => `Only sent to ${hosts}`,
  newValue: 'New value',
  create: 'Save the secret',
  created: (name: string) => `The secret ${name} is saved.`,
  replace: 'Replace',
  replaceLabel: (name: string) => `Replace the value of ${name}`,
  replaceTitle: (name: string) => `Replace the value of ${name}`,
  replaceHelp:
    'Everything that reads it uses the new value from the next request and the next step on. Leave empty to change only the hosts; to add a host, enter the value again.',
  replaced: (name: string) => `${name} has its new value.`,
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    'Nothing that is published reads it. Runs of older versions that are not over may, and would fail. This cannot be undone.',
  removeUsed: (count: number) =>
    `It is read in ${count === 1 ? 'one place' : `${count} places`} and cannot be deleted. Change what reads it first; to stop it at once, replace the value.`,
  removeConfirm: 'Delete the secret',
  removed: (name: string) => `${name} is deleted.`,
  changed: 'Changed',
  by: (who: string) => `by ${who}`,
  operator: 'the operator',
  usedIn: 'Read by',
  unused: 'Nothing reads it.',
  step: (name: string) => `step ${name}`,
  draft: (name: string) => `step ${name} of its draft`,
  listener: (setting: string) => `listener, ${setting}`,
  settings: {
    endpoint_key: 'endpoint key',
    endpoint_secret: 'endpoint secret',
    cors_domains: 'CORS domains',
  } as Readonly<Record<string, string>>,
  missingTitle: 'These are read, but are not there',
  missingText:
    'Steps that read them fail, and listeners refuse everybody; a draft would, once it is published. Add them, or correct the name in the template.',
  addMissing: (name: string) => `Add ${name}`,
} as const;
