import type { Page } from 'playwright-core';
import type { PersonKind } from './console-stage.ts';

/** A screen of the console: who sees it, and what a role lacks that does not open it. */
export interface Screen {
  /** Its address; `:user` and the like stand for what the workspace has. */
  readonly path: string;
  /** The heading that who may see it sees. */
  readonly heading: string | RegExp;
  readonly opens: readonly PersonKind[];
  /** What the refusal names, to everybody else. */
  readonly lacks?: string;
}

const everybody: readonly PersonKind[] = ['administrator', 'builder', 'seller', 'guest'];
const lacksAdministrator = 'It takes an administrator';

const forEverybody = (path: string, heading: string | RegExp): Screen => ({
  path,
  heading,
  opens: everybody,
});

const forAdministrators = (path: string, heading: string | RegExp): Screen => ({
  path,
  heading,
  opens: ['administrator'],
  lacks: lacksAdministrator,
});

/** The administrators' half, and what everybody has. A new screen stands here, so that it is walked as everybody. */
export const settingScreens: readonly Screen[] = [
  forEverybody('/', /^Hello, /),
  forEverybody('/profile/api', 'Your account'),
  forAdministrators('/settings/users', 'Users'),
  forAdministrators('/settings/users/:user', 'Ben Builder'),
  forAdministrators('/settings/roles', 'Roles'),
  forAdministrators('/settings/roles/:role', 'Sales'),
  forAdministrators('/settings/roles/new', 'A new role'),
  forAdministrators('/settings/lead-fields', 'Lead fields'),
  forAdministrators('/settings/oauth-clients', 'OAuth clients'),
  forAdministrators('/settings/oauth-clients/:client', 'Dashboard'),
  forAdministrators('/settings/agents', 'AI agents'),
  forAdministrators('/settings/workspace', 'Workspace'),
  forAdministrators('/settings/secrets', 'Secrets'),
  forAdministrators('/settings/audit', 'Audit'),
  forAdministrators('/settings/audit/:entry', /“.+”: \w+/),
];

/** Addresses of things that are not there, and the list that each would stand in. */
export const deadEnds = {
  '/settings/users/999999': 'Users',
  '/settings/users/nobody': 'Users',
  '/settings/roles/999999': 'Roles',
  '/settings/oauth-clients/999999': 'OAuth clients',
  '/settings/audit/999999': 'Audit',
  '/leads/999999': 'Leads',
  '/leads/nobody': 'Leads',
  '/leads/jobs/999999': 'Imports and exports',
  '/workflows/999999': 'Workflows',
  '/workflows/999999/listener': 'Workflows',
  '/runs/00000000-0000-4000-8000-000000000000': 'Runs',
  '/runs/nothing': 'Runs',
} as const;

/** What `:user` and the like stand for, found as an administrator's page would. */
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
    entry: (await list('/audit', 'entries'))[0]?.id ?? 0,
  };
}

export const pathOf = ({ path }: Pick<Screen, 'path'>, ids: Readonly<Record<string, number>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
