import { expect } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveProvider } from '../../../src/core/single-sign-on/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { RoleId } from '../../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import type { Browser } from '../../harness/console/browser.ts';
import { freshAddress, password, useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { client, startHostileProvider } from './hostile-provider.ts';

type Wanted = Partial<Parameters<typeof saveProvider>[2]>;

/** Workspaces that use single sign-on, and browsers of people who sign in there. */
export function useSso() {
  const allow = new Set<string>();
  const database = useTestDatabase();
  const site = useSignIn(database, { allow });
  const roleOf = async ({ id }: Workspace, name: string, isAdmin = false): Promise<RoleId> =>
    (await changing(site.context(), id, (change) => saveRole(change, { name, isAdmin }))).id;

  const setUp = async (workspace: Workspace, issuer: string, more: Wanted = {}) => {
    const wanted = {
      name: 'Acme ID',
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      allowedDomains: [],
      trustsEmail: false,
      roleClaim: null,
      roleMap: [],
      defaultRole: await roleOf(workspace, 'Member'),
      ...more,
    };
    await changing(site.context(), workspace.id, (change) => saveProvider(change, { allow }, wanted));
  };

  /** A workspace with a provider, and an administrator who has a password. */
  const build = async (more: Wanted = {}) => {
    const workspace = await buildWorkspace(site.context());
    const provider = await startHostileProvider();
    allow.add(provider.place);
    await setUp(workspace, provider.url, more);
    await roleOf(workspace, 'Administrator', true);
    const admin = await buildUser(site.context(), workspace.id, { password, role: 'Administrator' });
    return { workspace, provider, admin };
  };

  const browserOf = (workspace: Workspace) => site.browser(workspace, freshAddress());
  const start = async (browser: Browser, path = '/sign-in/sso'): Promise<string> => {
    const answer = await browser.get(path);
    expect([answer.status, answer.text]).toEqual([303, '']);
    return answer.location ?? '';
  };
  const finish = (browser: Browser, query: URLSearchParams) => browser.get(`/sign-in/sso/callback?${query}`);
  const isSignedIn = async (browser: Browser) => (await browser.get('/console/session')).status === 200;

  return {
    ...{ allow, database, site, roleOf, setUp, build, browserOf, start, finish, isSignedIn },
    /** Returns why people were refused, newest first. */
    refusals: async ({ id }: Workspace): Promise<unknown[]> =>
      (await listAudit(site.context(), id, { limit: 50 }))
        .filter(({ action }) => action === 'blocked')
        .map((entry) => entry.new.reason),
    audit: ({ id }: Workspace) => listAudit(site.context(), id, { limit: 20 }),
    users: ({ id }: Workspace) =>
      database.current.asAdministrator(async (admin) => {
        const { rows } = await admin.query(
          `select u.*, r.name as role from users u join roles r on r.workspace_id = u.workspace_id and r.id = u.role_id
           where u.workspace_id = $1 order by u.id`,
          [id],
        );
        return rows as { id: number; email: string; name: string; role: string; password_hash: string }[];
      }),
  };
}
