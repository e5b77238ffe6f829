import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import { openSetUp, type SetUpForm, setUp } from '../../core/set-up/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { formOf, requireOwnOrigin } from '../form.ts';
import { openToAll } from '../route-table.ts';
import type { Surface } from '../surface.ts';
import { hostOf } from '../workspace-by-host.ts';
import { renderSetUpError } from './render-error.ts';
import { sendSetUpPage } from './set-up-page.ts';

interface SetUpOptions {
  /** Waits until the installation fits: no workspace is looked up before these pages. */
  readonly readyContext: () => Promise<Context>;
}

const permission = openToAll('the one-time secret is what entitles to it');

/** The set-up page: the first workspace and its administrator, for whoever holds the secret that the operator was given. */
export const setUpSurface = ({ readyContext }: SetUpOptions): Surface => ({
  name: 'set-up',
  isBeforeWorkspaces: true,
  checks: [],
  routes: [
    { method: 'GET', path: '/set-up', permission, handler: show(readyContext) },
    { method: 'POST', path: '/set-up', permission, handler: act(readyContext) },
  ],
  renderError: renderSetUpError,
});

const show =
  (readyContext: SetUpOptions['readyContext']) => async (request: FastifyRequest, reply: FastifyReply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const secret = query.get('secret') ?? '';
    const { workspace } = await openSetUp(await readyContext(), secret);
    const baseUrl = workspace?.baseUrl ?? `${request.protocol}://${hostOf(request.raw)}`;
    return sendSetUpPage(reply, {
      secret,
      workspace,
      given: { baseUrl, workspaceName: workspace?.name ?? '' },
    });
  };

const act =
  (readyContext: SetUpOptions['readyContext']) => async (request: FastifyRequest, reply: FastifyReply) => {
    requireOwnOrigin(request);
    const context = await readyContext();
    const form = formOf(request);
    const text = (name: string) => form.get(name) ?? '';
    const secret = text('secret');
    const given: SetUpForm = {
      workspaceName: text('workspace_name'),
      baseUrl: text('base_url').trim(),
      name: text('name'),
      email: text('email').trim(),
      password: text('new_password'),
    };
    try {
      if (text('repeated') !== given.password) throw differentTwice();
      const { baseUrl } = await setUp(context, secret, given, request.ip);
      return reply.redirect(`${baseUrl}/sign-in`, 303);
    } catch (error) {
      if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
      const { workspace } = await openSetUp(context, secret);
      return sendSetUpPage(reply, { secret, workspace, given, error: error.message });
    }
  };

const differentTwice = () =>
  new HarkError('invalid', 'different_passwords', 'The two passwords are not the same. Type it again.');
