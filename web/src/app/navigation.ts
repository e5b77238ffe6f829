import {
  IconBolt,
  IconBuilding,
  IconForms,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconListCheck,
  IconRobot,
  IconRoute,
  IconShieldLock,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import type { Act } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';

const { pages, settingsGroups } = shellTexts;

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: FunctionComponent<{ size?: number; stroke?: number }>;
  /** The permission that a user needs to see the page. */
  readonly act?: Act;
  /** The shortcut: `g`, then this key. */
  readonly key?: string;
}

export const home: Destination = { to: '/', label: pages.home, icon: IconHome, key: 'h' };

/** Pages for daily work. */
export const mainPages: readonly Destination[] = [
  home,
  { to: '/leads', label: pages.leads, icon: IconUsers, act: 'leads.view', key: 'l' },
  { to: '/workflows', label: pages.workflows, icon: IconRoute, act: 'workflows.view', key: 'w' },
  { to: '/runs', label: pages.runs, icon: IconBolt, act: 'runs.view', key: 'r' },
  { to: '/requests', label: pages.requests, icon: IconInbox, act: 'listeners.inspect_requests', key: 'q' },
];

/** Pages for administrators. The settings area lists them in groups. */
export const settingsSections: readonly { label: string; pages: readonly Destination[] }[] = [
  {
    label: settingsGroups.workspace,
    pages: [
      {
        to: '/settings/workspace',
        label: pages.workspace,
        icon: IconBuilding,
        act: 'settings.manage',
        key: 's',
      },
      { to: '/settings/lead-fields', label: pages.leadFields, icon: IconForms, act: 'lead_fields.manage' },
      { to: '/settings/secrets', label: pages.secrets, icon: IconShieldLock, act: 'secrets.manage' },
      { to: '/settings/audit', label: pages.audit, icon: IconHistory, act: 'audit.view', key: 'a' },
    ],
  },
  {
    label: settingsGroups.people,
    pages: [
      { to: '/settings/users', label: pages.users, icon: IconUser, act: 'users.manage', key: 'u' },
      { to: '/settings/roles', label: pages.roles, icon: IconListCheck, act: 'roles.manage' },
    ],
  },
  {
    label: settingsGroups.apps,
    pages: [
      {
        to: '/settings/oauth-clients',
        label: pages.oauthClients,
        icon: IconKey,
        act: 'oauth_clients.manage',
      },
      { to: '/settings/agents', label: pages.agents, icon: IconRobot, act: 'settings.manage' },
    ],
  },
];

const settingsPages = settingsSections.flatMap((section) => section.pages);

/** All pages that can be opened from the search or by shortcut. The last page is linked only from the account menu. */
export const allPages: readonly Destination[] = [
  ...mainPages,
  ...settingsPages,
  { to: '/profile/api', label: shellTexts.apiSettings, icon: IconKey, key: 'i' },
];

/** Returns a filter for the pages that a user with these permissions can open. */
export const allowedBy =
  (may: (act: Act) => boolean) =>
  ({ act }: Destination): boolean =>
    act === undefined || may(act);

/** Whether a path is this page or one below it. */
export const isWithin = (pathname: string, { to }: Pick<Destination, 'to'>) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

/** Returns the section that a path belongs to, such as Users for a single user's page. */
export const sectionOf = (pathname: string): Destination =>
  [...mainPages, ...settingsPages].find(({ to }) => pathname.startsWith(`${to}/`)) ?? home;
