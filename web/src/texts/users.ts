const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** People of the workspace, and everything that acts as one of them. */
export const usersTexts = {
  title: 'Users',
  about: 'The people of this workspace. A role says what each may do.',
  searchLabel: 'Search by name or email',
  role: 'Role',
  anyRole: 'Any role',
  clear: 'Show everybody',
  shown: (count: number, total: number) =>
    count < total ? `The first ${count} of ${people(total)}. Search to find others.` : people(total),
  none: 'Nobody fits',
  noneHelp: 'No user has a name or an address like that.',
  columns: { name: 'Name', role: 'Role', state: 'State', seen: 'Last seen' },
  on: 'On',
  off: 'Switched off',
  invite: {
    open: 'Invite a user',
    title: 'Invite a user',
    email: 'Email',
    emailHelp: 'They sign in with it.',
    name: 'Name',
    nameHelp: 'What the history calls them.',
    role: 'Role',
    send: 'Invite',
  },
  link: {
    mailed: (email: string) => `A link is on its way to ${email}.`,
    title: (name: string) => `A link for ${name}`,
    once: 'This installation sends no mail, so the link is shown to you, this once.',
    whatToDo:
      'Send it by a way that only they read. Whoever opens it first sets the password. It works once and ends',
    copy: 'Copy the link',
    done: 'I have copied it',
  },
  page: {
    back: 'All users',
    neverSeen: 'never seen',
    lastSeen: 'last seen',
    details: 'Details',
    name: 'Name',
    role: 'Role',
    save: 'Save',
    saved: 'Saved. It counts from their next request on.',
    lastAdministrator:
      'The last administrator who is switched on. To switch them off or to give them another role, make somebody else an administrator first.',
    switchedOff: 'Switched off',
    switchedOffHelp: 'Nothing acts as them: sign-in, key, clients, apps and workflows are refused.',
    reset: 'Reset password by link',
    resetTitle: (name: string) => `Reset the password of ${name}?`,
    resetConfirm: 'Create link',
    resetText:
      'Nothing changes until the link is used. Setting a new password then signs them out everywhere, disconnects all apps and replaces their API key, so programs that use the key stop working. API clients keep working.',
    deactivate: 'Switch off',
    deactivateTitle: (name: string) => `Switch off ${name}?`,
    deactivateConfirm: 'Switch off',
    deactivated: (name: string) => `${name} is switched off.`,
    reactivate: 'Switch on again',
    reactivated: (name: string) => `${name} is switched on again, and has to sign in anew.`,
    stops: 'This stops from the very next request on:',
    stopsWorkflows: (count: number) =>
      count === 1 ? '1 workflow that runs as them' : `${count} workflows that run as them`,
    stopsClients: (count: number) => (count === 1 ? '1 API client' : `${count} API clients`),
    stopsApps: (count: number) =>
      count === 1 ? '1 app that they approved' : `${count} apps that they approved`,
    stopsSessions: (count: number) =>
      count === 1 ? '1 browser in which they are signed in' : `${count} browsers in which they are signed in`,
    stopsKey: 'The API key',
    stopsNothing: 'Nothing acts as them at this moment.',
    stays: (leads: number) => {
      if (leads === 0) return 'They own no lead.';
      return leads === 1 ? '1 lead stays theirs.' : `${leads.toLocaleString()} leads stay theirs.`;
    },
    comesBack:
      'Waiting runs go on when they are switched on again; key, clients and apps work again too, sessions do not.',
    owns: 'What they own',
    leads: (count: number) => (count === 1 ? '1 lead' : `${count.toLocaleString()} leads`),
    workflows: (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`),
    workflowOff: 'off',
  },
  remove: {
    button: 'Delete the user',
    title: (name: string) => `Delete ${name}?`,
    done: (name: string) => `${name} is deleted.`,
    ownsWorkflows:
      'They own workflows, which run with their rights. Give each of them another owner, or delete it, first:',
    credentials: (count: number) =>
      count === 0
        ? 'Nothing acts as them: no key, client, app or session goes too.'
        : `${count === 1 ? '1 credential or session goes' : `${count} credentials and sessions go`} too, for good.`,
    leads: (count: number) =>
      count === 0
        ? 'They own no lead.'
        : `${count === 1 ? '1 lead names' : `${count.toLocaleString()} leads name`} “Deleted user” as the owner then, and can be seen only by who sees all leads.`,
    stays: 'History and audit keep the name. This cannot be undone; switching off can.',
  },
  credentials: {
    title: 'What acts as them',
    about: (count: number) =>
      count === 0
        ? 'Nothing.'
        : `${count === 1 ? '1 credential or session' : `${count} credentials and sessions`}. Nobody but them ever sees a key or token.`,
    none: 'No key, no client, no app and no session.',
    kinds: { api_key: 'API key', api_client: 'API client', grant: 'App', session: 'Session' },
    key: 'Their API key',
    keyOff: 'Off because an API client with the scope api is active.',
    lastUse: 'Last use',
    neverUsed: 'Never used',
    made: 'made',
    since: 'since',
    approved: 'approved',
    here: 'Where you are now',
    end: {
      api_key: { label: () => 'Remove the API key', confirm: 'Remove the key' },
      api_client: { label: (name: string) => `Delete ${name}`, confirm: 'Delete the client' },
      grant: { label: (name: string) => `Take back the access of ${name}`, confirm: 'Take it back' },
      session: { label: (name: string) => `End the session in ${name}`, confirm: 'End the session' },
    },
    endText: {
      api_key: 'Programs that send it are refused from that moment on. They can make a new one.',
      api_client: 'Its token is refused from that moment on. This cannot be undone.',
      grant: 'The tokens of the app are refused from that moment on. They can approve it again.',
      session: 'They are signed out there, and can sign in again.',
    },
    ended: 'Ended. It is refused from now on.',
    switchLabel: (name: string) => `${name} is on`,
    uses: 'Who called with the API key in the last 30 days',
    from: 'From',
    program: 'Program',
    unknown: 'does not say',
  },
} as const;
