import { afterAll, beforeAll } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import type { Mailer } from '../../src/core/password-links/index.ts';
import { createWorkspace, findWorkspaceByHost, type Workspace } from '../../src/core/workspaces/index.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { buildServer, type HttpServer } from '../../src/http/server.ts';
import { signInSurface } from '../../src/http/sign-in/routes.ts';
import { captureLog, noReference, webDirectory } from '../http/start-server.ts';
import { Browser, type Page } from './browser.ts';
import { buildUser, buildWorkspace } from './builders.ts';
import { manualTime } from './manual-time.ts';
import type { TestDatabase } from './test-database.ts';

export const password = 'correct horse battery staple';
type Mail = Parameters<Mailer['send']>[0];

/** The pages around signing in, served on a free port, with a clock that a test moves and mail that it reads. */
export function useSignIn(database: { readonly current: TestDatabase }) {
  const time = manualTime(Date.now());
  const mails: Mail[] = [];
  const log = captureLog();
  let server: HttpServer;
  let port: number;
  const contextOf = (): Context => ({ ...database.current.context, clock: time });
  beforeAll(async () => {
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    server = buildServer({
      logger: log.logger,
      metrics: createMetrics(),
      findWorkspace: (host) => findWorkspaceByHost(contextOf(), host),
      readiness: [],
      surfaces: [
        signInSurface({ contextOf, mailer, logger: log.logger }),
        consoleSurface({ webDirectory, openApi: {}, apiReference: noReference }),
      ],
      // So that a test can come from any address.
      trustProxy: 1,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => server.drain());
  return {
    time,
    mails,
    log,
    context: contextOf,
    port: () => port,
    browser: ({ host }: Workspace, headers = {}) => new Browser(port, host, headers),
  };
}

let addresses = 0;
/** An address that no other test comes from. */
export const freshAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` };
};

/** A workspace with a person in it who has a password. */
export async function buildPerson(context: Context, workspace?: Workspace) {
  const at = workspace ?? (await buildWorkspace(context));
  return { workspace: at, user: await buildUser(context, at.id, { password }) };
}

/** A workspace that people reach by https. */
export async function buildSecureWorkspace(context: Context): Promise<Workspace> {
  const host = `s${crypto.randomUUID()}.test`;
  const wanted = { name: 'Secure', baseUrl: `https://${host}`, host };
  const actor = { user: null, means: { type: 'apply' }, origin: null } as const;
  return { ...wanted, id: await createWorkspace(context, actor, wanted, async (change) => change.workspace) };
}

/** Signs in as a person would: loads the page and sends its form. */
export async function signInAs(
  browser: Browser,
  { email }: { email: string },
  given = password,
  returnTo = '',
): Promise<Page> {
  const page = await browser.get(
    `/sign-in${returnTo === '' ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`,
  );
  return browser.submit(page, '/sign-in', { email, password: given });
}
