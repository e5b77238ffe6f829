import type { Page } from 'playwright-core';
import type { PersonKind } from './console-stage.ts';

/** A console screen, the users who can see it, and the permission that other roles lack. */
export interface Screen {
  /** Its path. Placeholders such as `:user` are replaced with IDs from the workspace. */
  readonly path: string;
  /** The heading that users with access see. */
  readonly heading: string | RegExp;
  readonly opens: readonly PersonKind[];
  /** The missing permission that users without access are shown. */
  readonly lacks?: string;
}

const everyone: readonly PersonKind[] = ['administrator', 'builder', 'seller', 'guest'];
const lacksAdministrator = 'Only administrators can do this';

const forEverybody = (path: string, heading: string | RegExp): Screen => ({
  path,
  heading,
  opens: everyone,
});

const forAdministrators = (path: string, heading: string | RegExp): Screen => ({
  path,
  heading,
  opens: ['administrator'],
  lacks: lacksAdministrator,
});

/** The settings screens and the screens that every user can open. Add new screens here, so they are checked with every role. */
export const settingScreens: readonly Screen[] = [
  forEverybody('/', 'Home'),
  forEverybody('/apps/api', 'API Settings'),
  forEverybody('/settings/account', 'Your account'),
  forAdministrators('/settings/users', 'Users'),
  forAdministrators('/settings/users/:user', 'Ben Builder'),
  forAdministrators('/settings/roles', 'Roles'),
  forAdministrators('/settings/roles/:role', 'Sales'),
  forAdministrators('/settings/roles/new', 'New role'),
  forAdministrators('/settings/lead-fields', 'Lead fields'),
  forAdministrators('/apps/oauth', 'OAuth Clients'),
  forAdministrators('/apps/oauth/:client', 'Dashboard'),
  forAdministrators('/apps/agents', 'AI agents'),
  forAdministrators('/apps/webhooks', 'Event webhooks'),
  forAdministrators('/apps/webhooks/:webhook', 'Warehouse'),
  forAdministrators('/apps/webhooks/:webhook?tab=settings', 'Warehouse'),
  forAdministrators('/settings/general', 'General'),
  forAdministrators('/settings/limits', 'Limits & usage'),
  forAdministrators('/settings/retention', 'Retention'),
  forAdministrators('/settings/single-sign-on', 'Single sign-on'),
  forAdministrators('/settings/danger', 'Danger zone'),
  // On a phone, the title is the name of the tab.
  forAdministrators('/settings/secrets', /^Secrets/),
  {
    path: '/settings/secrets?tab=connections',
    heading: /connections$/i,
    opens: ['administrator', 'builder'],
    lacks: 'Workflows → Edit',
  },
  forAdministrators('/settings/audit', 'Audit log'),
  forAdministrators('/settings/audit/:entry', /“.+”: \w+/),
];

/** Paths of objects that don't exist, and the list that each would be in. */
export const deadEnds = {
  '/settings/users/999999': 'Users',
  '/settings/users/nobody': 'Users',
  '/settings/roles/999999': 'Roles',
  '/apps/oauth/999999': 'OAuth Clients',
  '/apps/webhooks/999999': 'Event webhooks',
  '/settings/audit/999999': 'Audit log',
  '/leads/999999': 'Leads',
  '/leads/nobody': 'Leads',
  '/leads/jobs/999999': 'Imports and exports',
  '/workflows/999999': 'Workflows',
  '/workflows/999999/triggers': 'Workflows',
  '/runs/00000000-0000-4000-8000-000000000000': 'Runs',
  '/runs/nothing': 'Runs',
} as const;

/** Looks up the IDs for placeholders such as `:user` through the console API, as an administrator. */
export async function idsOf(page: Page, url: string): Promise<Readonly<Record<string, number>>> {
  const list = async (path: string, key: string): Promise<{ id: number; name?: string }[]> => {
    const answer = await page.request.get(`${url}/console${path}`);
    return (await answer.json())[key];
  };
  const named = async (path: string, key: string, name: string) =>
    (await list(path, key)).find((one) => one.name === name)?.id ?? 0;
  return {
    user: await named('/users', 'users', 'Ben Builder'),
    role: await named('/roles', 'roles', 'Sales'),
    client: await named('/oauth-clients', 'clients', 'Dashboard'),
    webhook: await named('/webhooks', 'webhooks', 'Warehouse'),
    entry: (await list('/audit', 'entries'))[0]?.id ?? 0,
  };
}

export const pathOf = ({ path }: Pick<Screen, 'path'>, ids: Readonly<Record<string, number>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
