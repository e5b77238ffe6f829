import { afterAll, beforeAll } from 'vitest';
import { RateUse } from '../../../src/core/access/index.ts';
import type { Context } from '../../../src/core/context/index.ts';
import type { DemoPlace } from '../../../src/core/demo/index.ts';
import { ListenerUse } from '../../../src/core/listeners/index.ts';
import { type FetchDocument, MetadataDocuments } from '../../../src/core/oauth/index.ts';
import type { Mailer } from '../../../src/core/password-links/index.ts';
import type { Ask } from '../../../src/core/self-check/index.ts';
import { hashPassword } from '../../../src/core/users/index.ts';
import { createWorkspace, findWorkspaceByHost, type Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { createTestStep } from '../../../src/engine/interpreter/test-step.ts';
import { runTrial, runTrialIn } from '../../../src/engine/interpreter/trial.ts';
import { connectSurface } from '../../../src/http/connections/routes.ts';
import { consoleDataSurface } from '../../../src/http/console/data-surface.ts';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { buildServer, type HttpServer } from '../../../src/http/server/server.ts';
import { signInSurface } from '../../../src/http/sign-in/routes.ts';
import { createEgress, type Egress } from '../../../src/lib/egress/egress.ts';
import type { WorkspaceId } from '../../../src/lib/ids.ts';
import { createMetrics } from '../../../src/lib/telemetry/metrics.ts';
import { captureLog, consoleOptions } from '../../http/start-server.ts';
import { buildUser, buildWorkspace } from '../builders.ts';
import { Browser, type Page } from '../console/browser.ts';
import { manualTime } from '../manual-time.ts';
import type { TestDatabase } from '../test-database.ts';

export const password = 'correct horse battery staple';
type Mail = Parameters<Mailer['send']>[0];

export interface SignInOptions {
  /** Whether the installation can send email. */
  readonly hasMail?: boolean;
  /** The servers that steps can call. Tests can add some later. */
  readonly allow?: Set<string>;
}

/**
 * Serves the sign-in pages on a free port, with a clock that tests control and emails that tests can read. Started
 * runs stay queued.
 */
export function useSignIn(
  database: { readonly current: TestDatabase },
  { hasMail = true, allow = new Set<string>() }: SignInOptions = {},
) {
  const time = manualTime(Date.now());
  const mails: Mail[] = [];
  /** The response to requests for an app's metadata document, which tests replace. */
  const outside: { fetch: FetchDocument } = { fetch: () => Promise.reject(new Error('nothing there')) };
  const noLimit = { take: async () => ({ isAllowed: true, remaining: 1, retryAfterMs: 0 }) };
  const documents = new MetadataDocuments((url) => outside.fetch(url), noLimit, time);
  const log = captureLog();
  const rateUse = new RateUse();
  const listenerUse = new ListenerUse();
  /** The response to requests for a workspace's own URL, which tests replace. */
  const own: { ask: Ask } = { ask: () => Promise.reject(new Error('nobody answers')) };
  /** The sample data that was requested. No worker runs, so it's never created. */
  const played: DemoPlace[] = [];
  /** The longest time that another server can take for a response, which tests can shorten. */
  const patience = { maxMs: Number.POSITIVE_INFINITY };
  let server: HttpServer;
  let port: number;
  let context: Context;
  beforeAll(async () => {
    context = { ...database.current.context, clock: time };
    const send = async (mail: Mail) => {
      mails.push(mail);
      return { messageId: '<1@hark.test>', rejected: [] };
    };
    const reach = createEgress({ ports: new Set([443]), allow });
    const egress: Egress = ({ timeoutMs, ...request }) =>
      reach({ ...request, timeoutMs: Math.min(timeoutMs, patience.maxMs) });
    const mailer = hasMail ? { send } : undefined;
    server = buildServer({
      logger: log.logger,
      metrics: createMetrics(),
      findWorkspace: (host) => findWorkspaceByHost(context, host),
      readiness: [],
      surfaces: [
        signInSurface({ context, mailer, logger: log.logger, egress }),
        connectSurface({ context, egress }),
        consoleDataSurface({
          context,
          mailer,
          documents,
          rateUse,
          listenerUse,
          useOfOthers: undefined,
          askOwnAddress: () => (url, question) => own.ask(url, question),
          dispatch: { claim: () => false, start: () => {} },
          engine: undefined,
          runTrial,
          runTrialIn,
          testStep: createTestStep(egress),
          egress,
          egressAllow: allow,
          playDemo: (_context, _controller, demo) => void played.push(demo),
        }),
        consoleSurface(consoleOptions),
      ],
      // Trusts X-Forwarded-For, so a test can use any IP address.
      trustProxy: 1,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => server.drain());
  const browser = ({ host }: Workspace, headers = {}) => new Browser(port, host, headers);
  /** Creates a user with a password, and a browser in which they haven't signed in. */
  const buildVisitor = async () => {
    const person = await buildPerson(context);
    return { ...person, browser: browser(person.workspace, freshAddress()) };
  };
  /** Creates a user, and a browser in which they have signed in with their password. */
  const buildSignedIn = async () => {
    const person = await buildVisitor();
    await signInAs(person.browser, person.user);
    return person;
  };
  return {
    time,
    mails,
    outside,
    patience,
    log,
    rateUse,
    listenerUse,
    own,
    played,
    context: () => context,
    port: () => port,
    browser,
    buildVisitor,
    buildSignedIn,
  };
}

let addresses = 0;
/** Returns an IP address that no other test uses. */
export const freshAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` };
};

let passwordHash: Promise<string> | undefined;

/** Creates a user who can sign in with `password`. It's hashed once, because that takes longer than everything else. */
export async function buildUserWithPassword(
  context: Context,
  workspace: WorkspaceId,
  params: Parameters<typeof buildUser>[2] = {},
) {
  passwordHash ??= hashPassword(password);
  const [user, hash] = [await buildUser(context, workspace, params), await passwordHash];
  await context.db.write(workspace, (transaction) =>
    transaction.query(sql`
      update users set password_hash = ${hash} where workspace_id = ${workspace} and id = ${user.id}`),
  );
  return user;
}

/** Creates a workspace with a user who has a password. */
export async function buildPerson(context: Context, workspace?: Workspace) {
  const at = workspace ?? (await buildWorkspace(context));
  return { workspace: at, user: await buildUserWithPassword(context, at.id) };
}

/** Creates a workspace with an https URL. */
export async function buildSecureWorkspace(context: Context): Promise<Workspace> {
  const host = `s${crypto.randomUUID()}.test`;
  const wanted = { name: 'Secure', baseUrl: `https://${host}`, host };
  const actor = { user: null, means: { type: 'apply' }, origin: null } as const;
  const id = await createWorkspace(context, actor, wanted, async (change) => change.workspace);
  return { ...wanted, id, listenerHost: null, isSuspended: false };
}

/** Signs in as a user would: loads the page and submits its form. */
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

export const isSignedIn = async (browser: Browser) => (await browser.get('/console/session')).status === 200;
