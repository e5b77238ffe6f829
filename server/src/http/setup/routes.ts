import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import {
  type Arrival,
  type Ask,
  arrivalPath,
  type Examined,
  examineAddress,
  examineCame,
  isTicket,
  sealArrival,
  ticketHeader,
} from '../../core/self-check/index.ts';
import { openSetUp, type SetUpForm, setUp } from '../../core/setup/index.ts';
import { signIn } from '../../core/sign-in/index.ts';
import { findWorkspaceByHost, parseBaseUrl } from '../../core/workspaces/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import { type Form, formOf, maxFormBytes, requireOwnOrigin } from '../base/form.ts';
import { sendErrorPage, sendNotFoundPage } from '../pages/not-found-page.ts';
import { type ErrorRenderer, statusTable } from '../request/errors.ts';
import { openToAll } from '../request/route-table.ts';
import { keepSession, signInRequestOf } from '../request/session.ts';
import type { Surface } from '../request/surface.ts';
import { hostOf } from '../request/workspace-by-host.ts';
import { sendSetUpPage } from './set-up-page.ts';

/** A request with one of these headers came through a proxy. */
const passedOnHeaders = ['via', 'forwarded', 'x-real-ip'];

/** `GET /set-up/arrival`: describes how a request arrived, but only to this installation itself. */
const tellArrival =
  ({ readyContext, trustsProxies, rewritesHeaderNames }: SetUpOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { key, clock } = await readyContext();
    const { headers } = request;
    const textOf = (name: string) => headers[name]?.toString() ?? null;
    if (!isTicket(key, textOf(ticketHeader) ?? '', clock.now())) throw unknown();
    const arrival: Arrival = {
      host: hostOf(request.raw),
      protocol: request.protocol,
      caller: request.ip,
      forwardedFor: textOf('x-forwarded-for'),
      forwardedProto: textOf('x-forwarded-proto'),
      forwardedHost: textOf('x-forwarded-host'),
      isPassedOn: passedOnHeaders.some((name) => headers[name] !== undefined),
      keyHeader: request.raw.rawHeaders.find((name) => name.toLowerCase() === 'apikey') ?? null,
      rewritesHeaderNames,
      trustsProxies,
      now: clock.now().getTime(),
    };
    return reply.type('text/plain; charset=utf-8').send(sealArrival(key, arrival));
  };

const unknown = () => new HarkError('not-found', 'no_arrival', 'Not found.');

const statusOf = statusTable();

/** Renders errors. A wrong secret gets the same response as an unknown URL. */
const renderSetUpError: ErrorRenderer = (error, _request, reply) => {
  if (error.kind === 'not-found') return sendNotFoundPage(reply, 'unknown-path');
  const status = statusOf(error);
  return sendErrorPage(reply, status, error.message);
};

interface SetUpOptions {
  /**
   * Waits until the installation is ready. These pages skip the workspace lookup, so they have to wait
   * themselves.
   */
  readonly readyContext: () => Promise<Context>;
  /** Calls a URL of this installation. This requires a valid secret. */
  readonly askOwnAddress: (baseUrl: string) => Ask;
  /** Whether TRUST_PROXY is set. */
  readonly trustsProxies: boolean;
  /** PROXY_REWRITES_HEADER_NAMES. */
  readonly rewritesHeaderNames: boolean;
}

const permission = openToAll('requires the one-time setup secret');

/** Creates the first workspace and its administrator. Requires the secret that the operator received. */
export const setUpSurface = (options: SetUpOptions): Surface => ({
  name: 'set-up',
  isBeforeWorkspaces: true,
  checks: [],
  routes: [
    { method: 'GET', path: '/set-up', permission, handler: show(options) },
    { method: 'POST', path: '/set-up', permission, handler: act(options) },
    {
      method: 'GET',
      path: arrivalPath,
      permission: openToAll('requires a ticket that only this installation can create'),
      handler: tellArrival(options),
    },
  ],
  bodyBytes: maxFormBytes,
  renderError: renderSetUpError,
});

/** Returns the URL in the browser's address bar, as far as the server can determine it. */
const cameBy = (request: FastifyRequest) => `${request.protocol}://${hostOf(request.raw)}`;

const show =
  ({ readyContext, askOwnAddress }: SetUpOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const secret = query.get('secret') ?? '';
    const context = await readyContext();
    const { workspace } = await openSetUp(context, secret);
    const came = parseBaseUrl(workspace?.baseUrl ?? cameBy(request))?.baseUrl;
    const examined =
      came === undefined ? undefined : await examineWhere(context, askOwnAddress, came, workspace);
    return sendSetUpPage(reply, {
      secret,
      workspace,
      examined,
      now: context.clock.now(),
      given: { baseUrl: examined?.baseUrl ?? '', workspaceName: workspace?.name ?? '' },
    });
  };

/**
 * If the workspace exists, checks its URL, which can't be changed. Otherwise checks the URL that the browser
 * used.
 */
const examineWhere = (
  context: Context,
  askAt: SetUpOptions['askOwnAddress'],
  baseUrl: string,
  workspace: object | undefined,
): Promise<Examined> =>
  workspace ? examineAddress(context, askAt(baseUrl), baseUrl) : examineCame(context, askAt, baseUrl);

const act =
  ({ readyContext, askOwnAddress }: SetUpOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    requireOwnOrigin(request);
    const context = await readyContext();
    const form = formOf(request);
    const secret = form.get('secret') ?? '';
    const given = readForm(form);
    const { workspace } = await openSetUp(context, secret);
    const baseUrl = parseBaseUrl(workspace?.baseUrl ?? given.baseUrl)?.baseUrl;
    const shown = { secret, workspace, given, now: context.clock.now() };
    const isCheck = form.has('check');
    const isNew = baseUrl !== cameBy(request) && !workspace && baseUrl !== form.get('anyway');
    const examined =
      baseUrl !== undefined && (isCheck || isNew)
        ? await examineAddress(context, askOwnAddress(baseUrl), baseUrl)
        : undefined;
    try {
      if (isCheck && examined) return sendSetUpPage(reply, { ...shown, examined });
      if (examined && !examined.isReached) throw notReached();
      if (!isCheck && form.get('repeated') !== given.password) throw differentTwice();
      // Also reports why a URL can't be checked.
      const made = await setUp(context, secret, given, request.ip);
      return await enter(context, request, reply, made.baseUrl, given);
    } catch (error) {
      if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
      return sendSetUpPage(reply, { ...shown, examined, error: error.message });
    }
  };

/** Signs the new administrator in. A workspace at another URL can't get a cookie from here, so there they sign in. */
async function enter(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  { email, password }: SetUpForm,
): Promise<FastifyReply> {
  const host = hostOf(request.raw);
  const workspace = baseUrl === cameBy(request) ? await findWorkspaceByHost(context, host) : undefined;
  if (!workspace) return reply.redirect(`${baseUrl}/sign-in?notice=set-up`, 303);
  request.workspace = workspace;
  const started = await signIn(context, signInRequestOf(request), { email, password, device: undefined });
  if (started) keepSession(request, reply, started);
  return reply.redirect(`${baseUrl}/`, 303);
}

function readForm(form: Form): SetUpForm {
  const text = (name: string) => form.get(name) ?? '';
  return {
    workspaceName: text('workspace_name'),
    baseUrl: text('base_url').trim(),
    name: text('name'),
    email: text('email').trim(),
    password: text('new_password'),
  };
}

const differentTwice = () =>
  new HarkError('invalid', 'different_passwords', "The passwords don't match. Enter them again.");

const notReached = () =>
  invalid(
    'address_not_reached',
    "Hark can't be reached at this URL (see below). Change the URL, or enter the password again to continue anyway.",
  );
