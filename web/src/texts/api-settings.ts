/** Strings for the user's API Settings tab (spec/rest-api §1.5). */
export const apiSettingsTexts = {
  title: 'API Settings',
  about: 'Credentials for programs that act as you, with your permissions and under your name in history.',
  noAccess:
    "Your role doesn't allow the REST API. Ask an administrator to enable “Access REST API” under API Permissions in your role.",
  key: {
    title: 'API key',
    about: "One key per user. It doesn't expire. Send it in the header",
    header: 'apikey',
    none: 'No API key yet',
    noneHelp: 'With a key, your own scripts can call the REST API under your name.',
    create: 'Create API key',
    show: 'Show key',
    hide: 'Hide key',
    copy: 'Copy key',
    regenerate: 'Regenerate',
    update: 'Update',
    discard: 'Keep the old key',
    discardFirst: 'Discard',
    proposed: 'New key (not active yet)',
    firstHelp: 'Update activates the key.',
    proposedHelp: 'Update activates the new key. The old key stops working immediately.',
    wouldStop: (count: number) =>
      count === 0
        ? 'The old key was not used in the last 30 days.'
        : `${count === 1 ? '1 program' : `${count} programs`} used the old key in the last 30 days and will stop working. See the list below.`,
    updated: 'The new key is active, and the old one no longer works.',
    label: 'Your API key',
    works: 'Your API key is active.',
    off: (names: readonly string[]) =>
      names.length === 1
        ? `Your API key is disabled because the API client “${names[0]}” is enabled.`
        : `Your API key is disabled because these API clients are enabled: ${names.map((name) => `“${name}”`).join(', ')}.`,
    offHelp:
      'Requests with the key get a 401 response. To use the key again, disable or delete every API client with the scope api.',
    curl: 'Your first request',
  },
  uses: {
    title: 'Key usage in the last 30 days',
    about: 'These programs stop working when you change the key.',
    from: 'IP address',
    program: 'Program',
    last: 'Last used',
    unknown: 'unknown',
  },
  clients: {
    title: 'API clients',
    about: 'Add one for each integration. Each client has its own token, which is shown once.',
    count: (count: number) => (count === 1 ? '1 client' : `${count} clients`),
    none: 'No API clients yet',
    noneHelp:
      'An API client lets a program call the REST API or work as an AI agent under your name, with a token that you can revoke at any time.',
    add: 'Add API client',
    name: 'Name',
    nameHelp: 'The integration that will use this client',
    scope: 'Scope',
    scopes: {
      api: {
        label: 'api',
        help: 'For the REST API. While this client is enabled, it replaces your API key, which is disabled.',
      },
      mcp: { label: 'mcp', help: "The MCP server for AI agents. Your API key isn't affected." },
    },
    scopeFixed: "The scope can't be changed later.",
    create: 'Create client',
    active: 'Enabled',
    inactive: 'Disabled',
    switchLabel: (name: string) => `Enable ${name}`,
    lastUsed: 'Last used',
    neverUsed: 'Never used',
    created: 'created',
    state: 'Status',
    actions: 'Actions',
    remove: (name: string) => `Delete ${name}`,
    removeConfirm: 'Delete client',
    removeTitle: (name: string) => `Delete “${name}”?`,
    removeText: "Its token stops working immediately. This can't be undone.",
    removed: (name: string) => `“${name}” was deleted.`,
    switched: (name: string, active: boolean) => `“${name}” is ${active ? 'enabled' : 'disabled'}.`,
  },
  token: {
    title: "Your new client's token",
    once: "Copy the token now. It's shown only once, and not even an administrator can see it again.",
    label: 'Copy token',
    send: 'Send it as',
    done: "I've copied it",
  },
} as const;
