const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** People of the workspace, and everything that acts as one of them. */
export const usersTexts = {
  title: 'Users',
  about: 'The people of this workspace. A role says what each may do.',
  searchLabel: 'Search by name or e-mail',
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
    email: 'E-mail',
    emailHelp: 'He signs in with it.',
    name: 'Name',
    nameHelp: 'What the history calls him.',
    role: 'Role',
    send: 'Invite',
  },
  link: {
    mailed: (email: string) => `A link is on its way to ${email}.`,
    title: (name: string) => `A link for ${name}`,
    once: 'This installation sends no mail, so the link is shown to you, this once.',
    whatToDo:
      'Send it to him by a way that only he reads. Whoever opens it first sets the password. It works once, until',
    copy: 'Copy the link',
    done: 'I have copied it',
  },
  page: {
    back: 'All users',
    about: (email: string) => `${email} · last seen`,
    details: 'Details',
    name: 'Name',
    role: 'Role',
    save: 'Save',
    saved: 'Saved. It counts from his next request on.',
    lastAdministrator:
      'The last administrator who is switched on. To switch him off or to give him another role, make somebody else an administrator first.',
    switchedOff: 'Switched off',
    switchedOffHelp: 'Nothing acts as him: sign-in, key, clients, apps and workflows are refused.',
    reset: 'Reset password by link',
    resetHelp: 'His present password works until he uses the link.',
    deactivate: 'Switch off',
    deactivateTitle: (name: string) => `Switch off ${name}?`,
    deactivateConfirm: 'Switch him off',
    deactivated: (name: string) => `${name} is switched off.`,
    reactivate: 'Switch on again',
    reactivated: (name: string) => `${name} is switched on again. He signs in anew.`,
    stops: 'This stops from the very next request on:',
    stopsWorkflows: (count: number) =>
      count === 1 ? '1 workflow that runs as him' : `${count} workflows that run as him`,
    stopsClients: (count: number) => (count === 1 ? '1 API client' : `${count} API clients`),
    stopsApps: (count: number) => (count === 1 ? '1 app that he approved' : `${count} apps that he approved`),
    stopsSessions: (count: number) =>
      count === 1 ? '1 browser in which he is signed in' : `${count} browsers in which he is signed in`,
    stopsKey: 'His API key',
    stopsNothing: 'Nothing acts as him at this moment.',
    stays: (leads: number) =>
      leads === 1 ? '1 lead stays his.' : `${leads.toLocaleString()} leads stay his.`,
    comesBack:
      'Waiting runs go on when he is switched on again; key, clients and apps work again too, sessions do not.',
    owns: 'What he owns',
    leads: (count: number) => (count === 1 ? '1 lead' : `${count.toLocaleString()} leads`),
    workflows: (count: number) => (count === 1 ? '1 workflow' : `${count} workflows`),
    workflowOff: 'off',
  },
  remove: {
    button: 'Delete the user',
    title: (name: string) => `Delete ${name}?`,
    done: (name: string) => `${name} is deleted.`,
    ownsWorkflows:
      'He owns workflows, which run with his rights. Give each of them another owner, or delete it, first:',
    credentials: (count: number) =>
      count === 0
        ? 'Nothing acts as him: no key, client, app or session goes with him.'
        : `${count === 1 ? '1 credential or session goes' : `${count} credentials and sessions go`} with him, for good.`,
    leads: (count: number) =>
      count === 0
        ? 'He owns no lead.'
        : `${count === 1 ? '1 lead names' : `${count.toLocaleString()} leads name`} “Deleted user” as the owner then, and can be seen only by who sees all leads.`,
    stays: 'History and audit keep his name. This cannot be undone; switching him off can.',
  },
  credentials: {
    title: 'What acts as him',
    about: (count: number) =>
      count === 0
        ? 'Nothing.'
        : `${count === 1 ? '1 credential or session' : `${count} credentials and sessions`}. Nobody but him ever sees a key or token.`,
    none: 'No key, no client, no app and no session.',
    kinds: { api_key: 'API key', api_client: 'API client', grant: 'App', session: 'Session' },
    key: 'His API key',
    keyOff: 'Off because an API client with the scope api is active.',
    lastUse: 'Last use',
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
      api_key: 'Programs that send it are refused from that moment on. He can make a new one himself.',
      api_client: 'Its token is refused from that moment on. This cannot be undone.',
      grant: 'The tokens of the app are refused from that moment on. He can approve it again.',
      session: 'He is signed out there, and can sign in again.',
    },
    ended: 'Ended. It is refused from now on.',
    switchLabel: (name: string) => `${name} is on`,
    uses: 'Who called with his API key in the last 30 days',
    from: 'From',
    program: 'Program',
    unknown: 'does not say',
  },
} as const;
