/** The user's API Settings tab (spec/rest-api §1.5). */
export const apiSettingsTexts = {
  title: 'API Settings',
  about: 'What programs use to act as you, with your rights and your name in the history.',
  noAccess:
    'Your role may not use the REST API. Ask an administrator to enable “Access REST API” under API Permissions in your role.',
  key: {
    title: 'API key',
    about: 'One key, which never expires. Send it in the header',
    header: 'apikey',
    none: 'You have no API key yet. Regenerate proposes one, Update makes it effective.',
    show: 'Show the key',
    hide: 'Hide the key',
    copy: 'Copy the key',
    regenerate: 'Regenerate',
    update: 'Update',
    discard: 'Keep the old key',
    proposed: 'New key, not effective yet',
    proposedHelp: 'Update makes it effective. From that moment on the old key is refused everywhere.',
    wouldStop: (count: number) =>
      count === 0
        ? 'Nobody used the old key in the last 30 days.'
        : `${count === 1 ? '1 program' : `${count} programs`} used the old key in the last 30 days and would stop: see below.`,
    updated: 'The new key counts from now on. The old one is refused.',
    label: 'Your API key',
    works: 'Your key works.',
    off: (names: readonly string[]) =>
      names.length === 1
        ? `Your key is off because the API client “${names[0]}” is active.`
        : `Your key is off because these API clients are active: ${names.map((name) => `“${name}”`).join(', ')}.`,
    offHelp:
      'Requests with the key get 401 until every client with the scope api is switched off or deleted.',
    curl: 'Your first request',
  },
  uses: {
    title: 'Who used the key in the last 30 days',
    about: 'They stop working when you change it.',
    from: 'From',
    program: 'Program',
    last: 'Last',
    unknown: 'does not say',
  },
  clients: {
    title: 'API clients',
    about: 'One per integration, each with a token of its own that is shown once.',
    count: (count: number) => (count === 1 ? '1 client' : `${count} clients`),
    none: 'No integration has a client yet.',
    add: 'Add API client',
    name: 'Name',
    nameHelp: 'The integration that will use it.',
    scope: 'What it is for',
    scopes: {
      api: { label: 'api', help: 'The REST API. While it is active, your API key is off.' },
      mcp: { label: 'mcp', help: 'The server for AI agents. Your API key stays as it is.' },
    },
    scopeFixed: 'The scope is fixed once the client is made.',
    create: 'Make the client',
    active: 'On',
    inactive: 'Off',
    switchLabel: (name: string) => `${name} is on`,
    lastUsed: 'Last use',
    neverUsed: 'Never used',
    created: 'Made',
    state: 'State',
    actions: 'Actions',
    remove: (name: string) => `Delete ${name}`,
    removeConfirm: 'Delete the client',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeText: 'Its token is refused from that moment on. This cannot be undone.',
    removed: (name: string) => `“${name}” is deleted.`,
    switched: (name: string, active: boolean) => `“${name}” is ${active ? 'on' : 'off'}.`,
  },
  token: {
    title: 'The token of your new client',
    once: 'It is shown this once. Copy it now: nobody can read it again, not even an administrator.',
    label: 'Copy the token',
    send: 'Send it as',
    done: 'I have copied it',
  },
} as const;
