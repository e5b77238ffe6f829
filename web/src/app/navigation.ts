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

const { pages } = shellTexts;

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: FunctionComponent<{ size?: number; stroke?: number }>;
  /** What somebody must be allowed to do for it to be there. */
  readonly act?: Act;
  /** Pressed after `g`. */
  readonly key?: string;
}

export const home: Destination = { to: '/', label: pages.home, icon: IconHome, key: 'h' };

/** What people do all day. */
export const workPlaces: readonly Destination[] = [
  home,
  { to: '/leads', label: pages.leads, icon: IconUsers, act: 'leads.view', key: 'l' },
  { to: '/workflows', label: pages.workflows, icon: IconRoute, act: 'workflows.view', key: 'w' },
  { to: '/runs', label: pages.runs, icon: IconBolt, act: 'runs.view', key: 'r' },
  { to: '/requests', label: pages.requests, icon: IconInbox, act: 'listeners.inspect_requests', key: 'q' },
];

/** What administrators set up. */
export const settingPlaces: readonly Destination[] = [
  { to: '/settings/users', label: pages.users, icon: IconUser, act: 'users.manage', key: 'u' },
  { to: '/settings/roles', label: pages.roles, icon: IconListCheck, act: 'roles.manage' },
  { to: '/settings/lead-fields', label: pages.leadFields, icon: IconForms, act: 'lead_fields.manage' },
  { to: '/settings/oauth-clients', label: pages.oauthClients, icon: IconKey, act: 'oauth_clients.manage' },
  { to: '/settings/agents', label: pages.agents, icon: IconRobot, act: 'settings.manage' },
  { to: '/settings/workspace', label: pages.workspace, icon: IconBuilding, act: 'settings.manage', key: 's' },
  { to: '/settings/secrets', label: pages.secrets, icon: IconShieldLock, act: 'secrets.manage' },
  { to: '/settings/audit', label: pages.audit, icon: IconHistory, act: 'audit.view', key: 'a' },
];

/** Everything that has a name to go by; one's own place stands in the menu of one's account. */
export const allPlaces: readonly Destination[] = [
  ...workPlaces,
  ...settingPlaces,
  { to: '/profile/api', label: shellTexts.apiSettings, icon: IconKey, key: 'i' },
];

/** The place that an address lies in: of a user, the users. */
export const placeAround = (pathname: string): Destination =>
  [...workPlaces, ...settingPlaces].find(({ to }) => pathname.startsWith(`${to}/`)) ?? home;
