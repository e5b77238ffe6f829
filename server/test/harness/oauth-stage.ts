import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Permissions } from '../../src/core/access/index.ts';
import { RateUse } from '../../src/core/access/index.ts';
import { KeyUses } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { type FetchDocument, MetadataDocuments, saveOAuthClient } from '../../src/core/oauth/index.ts';
import type { Mailer } from '../../src/core/password-links/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { findWorkspaceByHost, type Workspace } from '../../src/core/workspaces/index.ts';
import { runTrialIn } from '../../src/engine/interpreter/trial.ts';
import { apiSurface } from '../../src/http/api/routes.ts';
import type { ConsoleData } from '../../src/http/console/console-data.ts';
import { consoleDataSurface } from '../../src/http/console/data-surface.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { mcpSurface } from '../../src/http/mcp/routes.ts';
import { oauthSurfaces } from '../../src/http/oauth/routes.ts';
import { buildServer, type HttpServer } from '../../src/http/server/server.ts';
import { signInSurface } from '../../src/http/sign-in/routes.ts';
import type { RateLimiter } from '../../src/lib/limits/token-bucket.ts';
import { createMetrics } from '../../src/lib/telemetry/metrics.ts';
import { captureLog, consoleOptions } from '../http/start-server.ts';
import { buildWorkspace, changing } from './builders.ts';
import { closedOutside } from './closed-outside.ts';
import { Browser, type Page } from './console/browser.ts';
import { manualTime } from './manual-time.ts';
import { type ApiAnswer, sendTo } from './servers/api-server.ts';
import { buildUserWithPassword, password } from './servers/sign-in-server.ts';
import type { TestDatabase } from './test-database.ts';

export { password };

const noLimit: RateLimiter = { take: async () => ({ isAllowed: true, remaining: 1, retryAfterMs: 0 }) };

type Fields = Readonly<Record<string, string | undefined>>;
const encode = (fields: Fields | string[][]): string =>
  new URLSearchParams(
    (Array.isArray(fields) ? fields : Object.entries(fields)).flatMap(([name = '', value]) =>
      value === undefined ? [] : [[name, value]],
    ) as [string, string][],
  ).toString();

/**
 * Serves the OAuth endpoints, the sign-in pages, the REST API and the agent server on a free port, with a clock that
 * tests control.
 */
export function useOAuth(
  database: { readonly current: TestDatabase },
  { limiter = noLimit, mailer }: { limiter?: RateLimiter; mailer?: Mailer } = {},
) {
  const time = manualTime(Date.now());
  const log = captureLog();
  const fetched: string[] = [];
  /** The response to document requests, which tests replace. */
  const outside: { fetch: FetchDocument } = {
    fetch: () => Promise.reject(new Error('nothing there')),
  };
  const documents = new MetadataDocuments(
    (url) => {
      fetched.push(url);
      return outside.fetch(url);
    },
    limiter,
    time,
  );
  let context: Context;
  const findWorkspace = (host: string) => findWorkspaceByHost(context, host);
  let server: HttpServer;
  let port: number;
  beforeAll(async () => {
    context = { ...database.current.context, clock: time };
    server = buildServer({
      logger: log.logger,
      metrics: createMetrics(),
      findWorkspace,
      readiness: [],
      surfaces: [
        apiSurface({
          egressAllow: new Set(),
          hasMail: false,
          runTrialIn,
          context,
          findWorkspace,
          limiter: noLimit,
          rewritesHeaderNames: false,
          rateUse: new RateUse(),
          keyUses: new KeyUses(),
          dispatch: { claim: () => false, start: () => {} },
          engine: undefined,
        }),
        mcpSurface({
          context,
          findWorkspace,
          limiter: noLimit,
          rateUse: new RateUse(),
          dispatch: { claim: () => false, start: () => {} },
          logger: log.logger,
          version: '0.0.0-test',
        }),
        ...oauthSurfaces({ context: { ...context, documents }, limiter }),
        signInSurface({ context, mailer, logger: log.logger, egress: closedOutside.egress }),
        // Only the operations that need nothing but the context, such as those of the account, work here.
        consoleDataSurface({ context } as ConsoleData),
        consoleSurface(consoleOptions),
      ],
      trustProxy: undefined,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(() => server.drain());
  return {
    time,
    log,
    fetched,
    outside,
    context: () => context,
    port: () => port,
    ask: ({ host }: Workspace, method: string, path: string, headers: Record<string, string> = {}) =>
      sendTo(port, method, path, { headers: { host, ...headers } }),
  };
}

export type OAuthStage = ReturnType<typeof useOAuth>;

const mayRest: Permissions = { 'api.access_rest': true, 'api.access_mcp': true };

/** A user with a password, and a browser. */
export async function buildPerson(
  stage: OAuthStage,
  workspace: Workspace,
  { permissions = mayRest, isAdmin = false }: { permissions?: Permissions; isAdmin?: boolean } = {},
) {
  const role = `Role ${randomBytes(4).toString('hex')}`;
  await changing(stage.context(), workspace.id, (change) =>
    saveRole(change, { name: role, permissions, isAdmin }),
  );
  const user = await buildUserWithPassword(stage.context(), workspace.id, { role });
  return { user, browser: new Browser(stage.port(), workspace.host) };
}
export type Person = Awaited<ReturnType<typeof buildPerson>>;

const pkce = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** An app from its developer's point of view. */
export class TestApp {
  readonly #stage: OAuthStage;
  readonly workspace: Workspace;
  readonly id: string;
  readonly redirectUri: string;
  readonly scope: 'api' | 'mcp';
  readonly secret: string | undefined;

  constructor(
    stage: OAuthStage,
    workspace: Workspace,
    app: { id: string; redirectUri: string; scope: 'api' | 'mcp'; secret?: string | undefined },
  ) {
    this.#stage = stage;
    this.workspace = workspace;
    this.id = app.id;
    this.redirectUri = app.redirectUri;
    this.scope = app.scope;
    this.secret = app.secret;
  }

  /** Returns a valid authorization request. `over` overrides its parameters. */
  request(over: Fields = {}, more: string[][] = []) {
    const { verifier, challenge } = pkce();
    const fields = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: this.redirectUri,
      scope: this.scope,
      state: randomBytes(8).toString('base64url'),
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...over,
    };
    const path = `/oauth2/authorize?${encode(fields)}${more.length > 0 ? `&${encode(more)}` : ''}`;
    return { path, verifier, state: fields.state };
  }

  /** Requests the authorization URL without a browser. */
  ask(over: Fields = {}, headers: Record<string, string> = {}, more: string[][] = []): Promise<ApiAnswer> {
    return this.#send('GET', this.request(over, more).path, headers);
  }

  /** Opens the authorization URL as a user, signs in or confirms who they are if asked, and returns the next page. */
  async consent({ browser, user }: Person, over: Fields = {}) {
    const request = this.request(over);
    let page = await browser.get(request.path);
    if (page.location?.startsWith('/sign-in')) {
      const form = await browser.get(page.location);
      const signedIn = await browser.submit(form, '/sign-in', { email: user.email, password });
      page = await browser.get(signedIn.location ?? '');
    } else if (page.location?.startsWith('/confirm')) {
      const confirmed = await browser.submit(await browser.get(page.location), '/confirm', { password });
      page = await browser.get(confirmed.location ?? '');
    }
    return { request, page };
  }

  /** Sends the user's decision and returns the redirect. */
  async decide(person: Person, decision: 'approve' | 'deny', over: Fields = {}) {
    const { request, page } = await this.consent(person, over);
    const answer = await person.browser.submit(page, '/oauth2/consent', { decision });
    return { request, answer, ...answerOf(answer) };
  }

  post(path: 'token' | 'revoke', fields: Fields | string[][], headers: Record<string, string> = {}) {
    const own = { client_id: this.id, client_secret: this.secret };
    const body = encode(Array.isArray(fields) ? fields : { ...own, ...fields });
    return this.#send(
      'POST',
      `/oauth2/${path}`,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    );
  }

  exchange(
    { code, request }: { code?: string | undefined; request: { verifier: string } },
    over: Fields = {},
    headers = {},
  ) {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: this.redirectUri };
    return this.post('token', { ...fields, code_verifier: request.verifier, ...over }, headers);
  }

  refresh(refresh_token: string, over: Fields = {}, headers = {}) {
    return this.post('token', { grant_type: 'refresh_token', refresh_token, ...over }, headers);
  }

  /** Completes the flow and returns the body of the token response. */
  async tokens(person: Person) {
    const answer = await this.exchange(await this.decide(person, 'approve'));
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as { access_token: string; refresh_token: string; scope: string; expires_in: number };
  }

  /** Calls the REST API. */
  self(token: string): Promise<ApiAnswer> {
    return this.#send('GET', '/api/users/self', { Authorization: `Bearer ${token}` });
  }

  #send(method: string, path: string, headers: Record<string, string>, body?: string) {
    const sent = { host: this.workspace.host, ...headers };
    return sendTo(this.#stage.port(), method, path, { headers: sent, ...(body !== undefined && { body }) });
  }
}

type AppAnswer = { readonly [Name in 'code' | 'state' | 'iss' | 'error' | 'error_description']?: string };

/** Returns the parameters that the app reads from the redirect URL. */
export const answerOf = ({ location }: Page): AppAnswer =>
  location === undefined || !URL.canParse(location) ? {} : Object.fromEntries(new URL(location).searchParams);

/** Creates an app as an administrator would. */
export async function buildApp(
  stage: OAuthStage,
  workspace: Workspace,
  { scope = 'api', confidential = false }: { scope?: 'api' | 'mcp'; confidential?: boolean } = {},
): Promise<TestApp & { name: string }> {
  const name = `App ${randomBytes(4).toString('hex')}`;
  const redirectUri = `https://${randomBytes(4).toString('hex')}.example.test/cb`;
  const wanted = { name, scope, confidential, redirect_uris: [redirectUri] };
  const { clientId, secret } = await changing(stage.context(), workspace.id, (change) =>
    saveOAuthClient(change, wanted),
  );
  return Object.assign(new TestApp(stage, workspace, { id: clientId, redirectUri, scope, secret }), { name });
}

/** Creates a workspace with a user and an app. */
export async function buildScene(stage: OAuthStage, app: Parameters<typeof buildApp>[2] = {}) {
  const workspace = await buildWorkspace(stage.context());
  const person = await buildPerson(stage, workspace);
  return { workspace, person, app: await buildApp(stage, workspace, app) };
}
