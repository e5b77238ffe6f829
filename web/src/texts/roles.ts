import type { Act } from '../api/session.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** Describes each act in words that complete "Can they …". */
const acts: Readonly<Record<Act, string>> = {
  'leads.view': 'see leads',
  'leads.view_history': 'see lead history',
  'leads.create': 'create leads',
  'leads.edit': 'edit leads',
  'leads.delete': 'delete leads',
  'leads.restore': 'restore deleted leads',
  'leads.import': 'import leads from a file',
  'leads.export': 'export leads to a file',
  'leads.erase_person': "permanently erase a person's data",
  'workflows.view': 'see workflows',
  'workflows.create': 'create workflows',
  'workflows.edit': 'edit and publish workflows',
  'workflows.delete': 'delete workflows',
  'workflows.change_owner': 'transfer workflows to another owner',
  'listeners.view_secret': "see a webhook's key and secret",
  'listeners.inspect_requests': 'see webhook requests',
  'runs.view': 'see runs',
  'runs.start': 'start runs',
  'runs.retry': 'retry runs',
  'runs.cancel': 'cancel runs',
  'users.manage': 'invite, edit, and deactivate users',
  'roles.manage': 'manage roles',
  'settings.manage': 'change workspace settings',
  'lead_fields.manage': 'manage lead fields',
  'secrets.manage': 'manage secrets',
  'connections.view': 'see connections',
  'connections.manage': 'manage connections',
  'oauth_clients.manage': 'manage OAuth apps',
  'webhooks.manage': 'manage event webhooks',
  'workspace.provision': 'apply and export the whole workspace',
  'credentials.end_of_others': "revoke other users' credentials and sessions",
  'audit.view': 'view the audit log',
  'saved_views.share': 'share lead views with everyone',
  'jobs.view_of_others': "see other users' imports and exports",
  'lead_fields.view': 'see lead fields',
  'events.view': 'read events',
  'approvals.view': 'see approvals',
  'approvals.decide': 'decide approvals',
  'proposals.view': 'see proposals',
  'proposals.decide': 'decide proposals',
  'profile.view': 'see their own profile',
  'api_key.manage': 'change their API key',
  'api_clients.manage': 'manage their API clients',
  'grants.manage': 'revoke app access',
  'sessions.manage': 'end sessions',
  'password.change': 'change their password',
  'second_factors.manage': 'manage their second factors',
};

export const rolesTexts = {
  title: 'Roles',
  about: 'What users can do. Changes apply immediately to everyone with the role.',
  add: 'New role',
  matrix: 'Permissions by role',
  permission: 'Permission',
  people: users,
  /** What a role has in a group of permissions. */
  nothing: 'Nothing',
  reach: (label: string, reach: string) => `${label} (${reach})`,
  fullAccess: 'Full access',
  administrator: 'Administrator',
  whoHas: (name: string) => `Users with the role ${name}`,
  values: { none: 'none', propose: 'propose', own: 'own', all: 'all', yes: 'yes', no: 'no' },
  /** Which records a permission covers, as a choice. */
  reaches: { none: 'None', propose: 'Propose', own: 'Own', all: 'All' },
  page: {
    back: 'Roles',
    newTitle: 'New role',
    nobodyHas: 'No users have this role',
    has: (count: number) => `${users(count)} with this role`,
    name: 'Name',
    isAdmin: 'Administrator (full access)',
    isAdminHelp:
      'Includes users, roles, OAuth apps, secrets, connections, lead fields, and workspace settings.',
    secondFactor: 'Require a second factor',
    secondFactorHelp:
      'Users of this role must sign in with an authenticator app, a passkey, or single sign-on. Those without one set it up when they next use Hark.',
    writeHelp:
      "“Propose” stores every change of a lead until a person approves it. The permissions for leads below apply too. Unless the value is “All”, programs or agents can save drafts of workflows, but they can't publish or start them, retry runs, enable or disable published ones, or change their webhook or triggers.",
    reachHelp:
      '“Own” covers items that the user owns. “All” also covers items that other users own or that have no owner.',
    passes: "Full access to everything. An administrator's access can't be restricted.",
    save: 'Save role',
    create: 'Create role',
    saved: 'Saved',
    changes: (count: number) => `Changes for ${users(count)}`,
    changesWithoutUsers: 'Unsaved changes (no users have this role yet)',
    from: (label: string, was: string, is: string) => `${label}: ${was} → ${is}`,
    meanwhile: 'Someone else changed this role',
    keepMine: 'Apply my changes on top',
    takeTheirs: 'Discard my changes',
    general: 'General',
    removeLabel: 'Delete this role',
    removeHelp: "This can't be undone.",
    remove: 'Delete role',
    removeTitle: (name: string) => `Delete the role “${name}”?`,
    removeText: "No users have this role. This can't be undone.",
    inUse: (count: number) =>
      `${users(count)} ${count === 1 ? 'has' : 'have'} this role. Assign them another role first.`,
    onlyAdmin: "This is the only administrator role, so it can't be deleted.",
    removed: (name: string) => `The role “${name}” was deleted.`,
    unknown: "This role doesn't exist. It may have been deleted.",
  },
  explain: {
    title: 'Check access',
    about: 'See whether a user can do something, and which rule decides it.',
    user: 'User',
    pickUser: 'Type a name',
    act: 'Can they…',
    pickAct: 'Choose an action',
    acts,
    verdict: (name: string, act: Act, reach: 'none' | 'own' | 'all') =>
      ({
        none: `No, ${name} can't ${acts[act]}.`,
        own: `Yes, ${name} can ${acts[act]}, but only their own.`,
        all: `Yes, ${name} can ${acts[act]}.`,
      })[reach],
    because: (role: string) => ({
      switched_off: 'The user is deactivated.',
      administrator_passes: `The role “${role}” is an administrator role with full access.`,
      needs_administrator: `Only administrators can do this, and the role “${role}” isn't an administrator role.`,
      oneself: 'All users can do this for their own account.',
      permission: `Set by the role “${role}”:`,
    }),
    held: (permission: string, value: string) => `${permission} is ${value}.`,
    notNamed: 'not set (no access)',
    rest: (may: boolean) =>
      may
        ? 'Also available via the REST API, because “Access REST API” is enabled.'
        : 'Not available via the REST API, because “Access REST API” is disabled.',
    agents: (may: boolean) =>
      may
        ? 'Also available to AI agents, because “Connect AI agents” is enabled.'
        : 'Not available to AI agents, because “Connect AI agents” is disabled.',
    changeRole: 'Open role',
  },
} as const;
