const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** Strings for the list of users, and for a single user's page with their credentials and sessions. */
export const usersTexts = {
  secondFactor: {
    section: 'Sign-in',
    title: 'Second factor',
    none: 'Not set up. The user signs in with a password only.',
    app: 'Authenticator app',
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    reset: 'Reset',
    resetTitle: (name: string) => `Reset the second factor of ${name}?`,
    resetText:
      'Their authenticator app, passkeys and recovery codes are removed, and they are signed out. Make sure that it is really this person who asks: until they set up a new factor, their password is enough.',
    resetConfirm: 'Reset second factor',
    done: (name: string) => `The second factor of ${name} was reset.`,
  },
  title: 'Users',
  about: 'Everyone with access to this workspace. Their role determines what they can do.',
  searchLabel: 'Search by name or email',
  role: 'Role',
  anyRole: 'Any role',
  shown: (count: number, total: number) =>
    count < total ? `The first ${count} of ${users(total)}. Search to find others.` : users(total),
  none: 'No matching users',
  noneHelp: 'No user has this name, email, or role.',
  columns: { name: 'Name', role: 'Role', state: 'Status', seen: 'Last seen' },
  on: 'Active',
  invited: 'Invited',
  off: 'Deactivated',
  invite: {
    open: 'Invite user',
    title: 'Invite user',
    email: 'Email',
    emailHelp: 'Used to sign in',
    name: 'Name',
    nameHelp: 'Shown in history and in the audit log',
    role: 'Role',
    sendHelp:
      "The user gets an email with a link to set a password. If email isn't set up, you get the link to pass on.",
    send: 'Invite',
  },
  link: {
    mailed: (email: string) => `A link was sent to ${email}.`,
    title: (name: string) => `Password link for ${name}`,
    once: "Email isn't set up on this installation, so share the link yourself. It's shown only once.",
    whatToDo: 'Share it privately: the first person to open it sets the password. It works once and expires',
    copy: 'Copy link',
    done: "I've copied it",
  },
  page: {
    back: 'Users',
    neverSeen: 'never seen',
    lastSeen: 'last seen',
    details: 'Details',
    name: 'Name',
    nameHelp: 'Shown in history and in the audit log',
    role: 'Role',
    roleHelp: 'Determines what the user can see and change',
    roleOfLast: "The only administrator can't change role",
    save: 'Save',
    saved: 'Saved. Takes effect immediately.',
    youAreLastAdministrator:
      "You're the only active administrator. To change your role, make another user an administrator first.",
    lastAdministrator:
      'This is the only active administrator. To deactivate them or change their role, make another user an administrator first.',
    switchedOff: 'Deactivated',
    switchedOffHelp:
      "This user can't sign in, and their API key, API clients, apps, and workflows don't work.",
    reset: 'Reset password',
    resetTitle: (name: string) => `Reset the password for ${name}?`,
    resetConfirm: 'Create link',
    resetText:
      'Nothing changes until the link is used. Setting a new password then signs them out everywhere, disconnects all apps, and replaces their API key, so programs that use the key stop working. API clients keep working.',
    deactivate: 'Deactivate',
    deactivateTitle: (name: string) => `Deactivate ${name}?`,
    deactivateConfirm: 'Deactivate',
    deactivated: (name: string) => `${name} was deactivated.`,
    reactivate: 'Reactivate',
    reactivated: (name: string) => `${name} was reactivated and has to sign in again.`,
    stops: 'These stop working immediately:',
    stopsWorkflows: (count: number) =>
      count === 1 ? '1 workflow that runs as this user' : `${count} workflows that run as this user`,
    stopsClients: (count: number) => (count === 1 ? '1 API client' : `${count} API clients`),
    stopsApps: (count: number) => (count === 1 ? '1 authorized app' : `${count} authorized apps`),
    stopsSessions: (count: number) => (count === 1 ? '1 browser session' : `${count} browser sessions`),
    stopsKey: 'The API key',
    stopsNothing: 'This user has no active workflows, credentials, or sessions.',
    stays: (leads: number) => {
      if (leads === 0) return "They don't own any leads.";
      return `They remain the owner of ${leads === 1 ? '1 lead' : `${leads.toLocaleString()} leads`}.`;
    },
    comesBack:
      'When you reactivate them, waiting runs resume, and their API key, API clients, and apps work again. They have to sign in again.',
    owns: 'Ownership',
    ownedLeads: 'Leads',
    ownedLeadsHelp: 'Leads that this user is the owner of',
    ownedWorkflows: 'Workflows',
    ownedWorkflowsHelp: "Workflows that run with this user's permissions",
    leadsOf: (count: number, name: string) => `${count.toLocaleString()}: show the leads of ${name}`,
    workflowsOf: (count: number, name: string) => `${count}: show the workflows of ${name}`,
    workflowOff: 'Disabled',
  },
  remove: {
    button: 'Delete user',
    title: (name: string) => `Delete ${name}?`,
    done: (name: string) => `${name} was deleted.`,
    ownsWorkflows:
      'They own workflows, which run with their permissions. Transfer or delete these workflows first:',
    credentials: (count: number) =>
      count === 0
        ? 'They have no credentials or sessions.'
        : 'This also removes their API key and API clients, disconnects their apps, and signs them out.',
    leads: (count: number) =>
      count === 0
        ? "They don't own any leads."
        : `${count === 1 ? '1 lead' : `${count.toLocaleString()} leads`} will show “Deleted user” as the owner, and will be visible only to users who can see all leads.`,
    stays:
      "The user's name stays in the history and the audit log. You can't undo this. Deactivate the user instead if you might need them again.",
  },
  credentials: {
    title: 'Active access',
    none: 'No access at the moment',
    noneHelp: "The user isn't signed in, and has no API key, API clients, or apps.",
    kinds: { api_key: 'API key', api_client: 'API client', grant: 'App', session: 'Session' },
    key: 'API key',
    keyOff: 'Disabled because an API client with the scope api is enabled.',
    lastUse: 'Last used',
    neverUsed: 'Never used',
    made: 'created',
    since: 'signed in',
    approved: 'authorized',
    scope: (name: string) => `scope ${name}`,
    only: (addresses: readonly string[]) => `only from ${addresses.join(', ')}`,
    here: 'This session',
    on: 'Enabled',
    off: 'Disabled',
    end: {
      api_key: { button: 'Remove', label: () => 'Remove API key', confirm: 'Remove key' },
      api_client: { button: 'Delete', label: (name: string) => `Delete ${name}`, confirm: 'Delete client' },
      grant: {
        button: 'Revoke',
        label: (name: string) => `Revoke access for ${name}`,
        confirm: 'Revoke access',
      },
      session: { button: 'End', label: (name: string) => `End session in ${name}`, confirm: 'End session' },
    },
    endText: {
      api_key: 'Programs that use the key stop working immediately. The user can create a new key.',
      api_client: "Its token stops working immediately. This can't be undone.",
      grant: "The app's tokens stop working immediately. The user can authorize the app again.",
      session: 'This signs the user out in that browser. They can sign in again.',
    },
    ended: 'Access revoked',
    switchLabel: (name: string) => `Enable ${name}`,
    uses: 'API key usage in the last 30 days',
    from: 'IP address',
    program: 'Program',
    unknown: 'unknown',
  },
} as const;
