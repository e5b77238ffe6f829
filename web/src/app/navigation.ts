import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconApps,
  IconBolt,
  IconCalendarTime,
  IconChecklist,
  IconForms,
  IconGauge,
  IconGitPullRequest,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconLogin2,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  IconShieldCheck,
  IconShieldLock,
  IconUser,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import type { Act, ConsoleSession } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';

const { pages, settingsGroups } = shellTexts;

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: FunctionComponent<{ size?: number; stroke?: number }>;
  /** The permission that a user needs to see the page. `api` is the REST API. */
  readonly act?: Act | 'api';
  /** The shortcut: `g`, then this key. */
  readonly key?: string;
  /** Whether to show the page in the color of dangerous actions. */
  readonly isDangerous?: boolean;
}

export interface Section {
  readonly label: string;
  readonly pages: readonly Destination[];
}

const home: Destination = { to: '/', label: pages.home, icon: IconHome, key: 'h' };

/** Pages for daily work. */
export const mainPages: readonly Destination[] = [
  home,
  { to: '/leads', label: pages.leads, icon: IconUsers, act: 'leads.view', key: 'l' },
  { to: '/workflows', label: pages.workflows, icon: IconRoute, act: 'workflows.view', key: 'w' },
  { to: '/runs', label: pages.runs, icon: IconBolt, act: 'runs.view', key: 'r' },
  { to: '/requests', label: pages.requests, icon: IconInbox, act: 'listeners.inspect_requests', key: 'q' },
  { to: '/approvals', label: pages.approvals, icon: IconChecklist, act: 'approvals.view', key: 'p' },
  { to: '/proposals', label: pages.proposals, icon: IconGitPullRequest, act: 'leads.view', key: 'c' },
];

/** What connects to the workspace: apps, agents, and programs that act for users, and systems that get its events. */
const appsSections: readonly Section[] = [
  {
    label: pages.apps,
    pages: [
      { to: '/apps/oauth', label: pages.oauthClients, icon: IconApps, act: 'oauth_clients.manage', key: 'o' },
      { to: '/apps/agents', label: pages.agents, icon: IconRobot, act: 'settings.manage' },
      { to: '/apps/api', label: pages.apiSettings, icon: IconKey, act: 'api', key: 'i' },
      { to: '/apps/webhooks', label: pages.webhooks, icon: IconWebhook, act: 'webhooks.manage' },
    ],
  },
];

/** The user's own account, and pages for administrators. */
const settingsSections: readonly Section[] = [
  {
    label: settingsGroups.workspace,
    pages: [
      {
        to: '/settings/general',
        label: pages.general,
        icon: IconAdjustmentsHorizontal,
        act: 'settings.manage',
        key: 's',
      },
      { to: '/settings/users', label: pages.users, icon: IconUser, act: 'users.manage', key: 'u' },
      { to: '/settings/roles', label: pages.roles, icon: IconShieldCheck, act: 'roles.manage' },
      { to: '/settings/lead-fields', label: pages.leadFields, icon: IconForms, act: 'lead_fields.manage' },
    ],
  },
  {
    label: settingsGroups.traffic,
    pages: [
      { to: '/settings/limits', label: pages.limits, icon: IconGauge, act: 'settings.manage' },
      { to: '/settings/retention', label: pages.retention, icon: IconCalendarTime, act: 'settings.manage' },
      { to: '/settings/secrets', label: pages.secrets, icon: IconShieldLock, act: 'secrets.manage' },
    ],
  },
  {
    label: settingsGroups.security,
    pages: [
      {
        to: '/settings/single-sign-on',
        label: pages.singleSignOn,
        icon: IconLogin2,
        act: 'settings.manage',
      },
      { to: '/settings/audit', label: pages.audit, icon: IconHistory, act: 'audit.view', key: 'a' },
      {
        to: '/settings/danger',
        label: pages.danger,
        icon: IconAlertTriangle,
        act: 'settings.manage',
        isDangerous: true,
      },
    ],
  },
  {
    label: settingsGroups.you,
    pages: [{ to: '/settings/account', label: pages.account, icon: IconUserCircle }],
  },
];

const pagesOf = (sections: readonly Section[]) => sections.flatMap((section) => section.pages);

/** All pages that can be opened from the search or by shortcut. */
export const allPages: readonly Destination[] = [
  ...mainPages,
  ...pagesOf(appsSections),
  ...pagesOf(settingsSections),
];

/** Areas with a list of pages of their own. The rail links to the first page that the user can open. */
export const areas = [
  { path: '/apps', label: pages.apps, icon: IconPlugConnected, sections: appsSections },
  { path: '/settings', label: shellTexts.settings, icon: undefined, sections: settingsSections },
] as const;

/** Returns a filter for the pages that a user can open. */
export const allowedBy =
  ({ acts, may_use_rest_api }: Pick<ConsoleSession, 'acts' | 'may_use_rest_api'>) =>
  ({ act }: Destination): boolean => {
    if (act === undefined) return true;
    return act === 'api' ? may_use_rest_api : acts[act] !== 'none';
  };

/** Returns the pages of an area that pass a filter, without empty sections. */
export const allowedSections = (
  sections: readonly Section[],
  isAllowed: (page: Destination) => boolean,
): Section[] =>
  sections
    .map(({ label, pages }) => ({ label, pages: pages.filter(isAllowed) }))
    .filter(({ pages }) => pages.length > 0);

/** Whether a path is this page or one below it. */
export const isWithin = (pathname: string, { to }: Pick<Destination, 'to'>) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

/** Returns the page of the navigation that a path belongs to, such as Users for a single user's page. */
export const sectionOf = (pathname: string): Destination =>
  allPages.find((page) => isWithin(pathname, page)) ?? home;
