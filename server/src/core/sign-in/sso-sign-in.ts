import { randomBytes } from 'node:crypto';
import type { Egress } from '../../lib/egress/egress.ts';
import { HarkError } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import {
  countedAddress,
  limitPerAddress,
  type Session,
  type StartedSession,
  startSession,
  updateConfirmed,
  type Visitor,
} from '../sessions/index.ts';
import { type Browser, keepFlow, takeFlow } from '../sign-in-flows/index.ts';
import {
  authorizationUrl,
  type Claims,
  findOrLinkUser,
  maxSkewSeconds,
  openProvider,
  openStoredProvider,
  type Provider,
  ProviderFailure,
  providerMetadata,
  readIdentity,
  redeemCode,
  SsoRefusal,
  selectLinked,
  ssoRedirectUri,
} from '../single-sign-on/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { recordBlocked } from './blocked.ts';
import { forget, type SignInRequest } from './sign-in-request.ts';

/** The max sign-ins that one address can start within 15 minutes (spec/single-sign-on §2.7). */
const maxPerAddress = 300;

export interface SsoStart {
  readonly workspace: Workspace;
  readonly visitor: Visitor;
  readonly browser: Browser;
  readonly returnTo: string;
  /** Whether a signed-in user confirms who they are. The provider then asks them again. */
  readonly isConfirming: boolean;
}

/**
 * Starts a sign-in at the workspace's identity provider (spec/single-sign-on §2.1).
 * @returns the URL to redirect to
 */
export async function startSso(context: Context, egress: Egress, start: SsoStart): Promise<string> {
  const { workspace, visitor, browser, returnTo, isConfirming } = start;
  await takeAttempt(context, workspace.id, [limitOf(context, visitor)]);
  const stored = await openStoredProvider(context, workspace.id);
  if (!stored) throw noProvider();
  const { issuer, clientId } = stored.provider;
  // The prefix says which cookie the callback belongs to.
  const state = `${isConfirming ? confirmPrefix : ''}${random()}`;
  const binding = { state, nonce: random(), verifier: random() };
  const startedAt = context.clock.now().toISOString();
  await keepFlow(context, browser, 'sso', { ...binding, issuer, clientId, returnTo, startedAt });
  return failingCalmly(context, workspace, visitor, async () => {
    const configuration = await open(context, egress, workspace, stored);
    const { roleClaim } = stored.provider;
    const redirectUri = ssoRedirectUri(workspace.baseUrl);
    return authorizationUrl(configuration, redirectUri, binding, { isConfirming, roleClaim });
  });
}

async function open(
  { clock }: Pick<Context, 'clock'>,
  egress: Egress,
  workspace: Workspace,
  { provider, secret }: { readonly provider: Provider; readonly secret: string },
) {
  const metadata = await providerMetadata({ egress, workspace: workspace.id, now: clock.now() }, provider);
  return openProvider(egress, metadata, provider, secret);
}

const random = (): string => randomBytes(32).toString('base64url');
const confirmPrefix = 'confirm.';

/** Whether the provider's response belongs to a confirmation, and not to a sign-in. */
export const isConfirmation = (state: string): boolean => state.startsWith(confirmPrefix);

const limitOf = ({ key }: Context, visitor: Visitor) => ({
  subject: attemptSubject(key, 'sso', countedAddress(visitor.address)),
  most: limitPerAddress(visitor, maxPerAddress),
});

/** Finishes a sign-in with the parameters that the provider sent to the redirect URI. */
export async function finishSso(
  context: Context,
  egress: Egress,
  { workspace, visitor, browser, held }: SignInRequest,
  query: URLSearchParams,
): Promise<{ readonly started: StartedSession; readonly returnTo: string }> {
  const { provider, claims, flow } = await redeem(context, egress, { workspace, visitor, browser }, query);
  return failingCalmly(context, workspace, visitor, async () => {
    const identity = readIdentity(provider, claims);
    const actor = {
      user: null,
      means: { type: 'ui', name: 'single sign-on' },
      origin: visitor.address,
    } as const;
    const started = await context.db.write(workspace.id, async (transaction) => {
      const change: Change = { ...context, transaction, workspace: workspace.id, actor };
      const user = await findOrLinkUser(change, provider, identity);
      await forget(transaction, workspace, held);
      const { sid } = identity;
      // The provider has decided how people prove who they are (spec/single-sign-on §4.4).
      return startSession(transaction, context, workspace.id, user, visitor, {
        hasSecondFactor: true,
        sso: { sid },
      });
    });
    return { started, returnTo: flow.returnTo };
  });
}

/**
 * Confirms that the signed-in user is the one who uses the browser now: the same person has signed in at the provider
 * after Hark asked (spec/single-sign-on §6.1).
 * @returns where to go next
 */
export async function confirmWithSso(
  context: Context,
  egress: Egress,
  session: Session,
  { visitor, browser }: { readonly visitor: Visitor; readonly browser: Browser },
  query: URLSearchParams,
): Promise<string> {
  const { workspace, user } = session.principal;
  const { claims, flow } = await redeem(context, egress, { workspace, visitor, browser }, query);
  return failingCalmly(context, workspace, visitor, async () => {
    const { iss, sub, auth_time } = claims;
    const earliest = Date.parse(flow.startedAt) / 1_000 - maxSkewSeconds;
    if (typeof auth_time !== 'number' || auth_time < earliest)
      throw new SsoRefusal('the provider did not ask the user to sign in again', user);
    const now = context.clock.now();
    await context.db.write(workspace.id, async (transaction) => {
      const subject = { issuer: String(iss), subject: String(sub) };
      const linked = await selectLinked(transaction, workspace.id, subject);
      if (linked?.id !== user.id) throw new SsoRefusal('another person confirmed at the provider', user);
      await updateConfirmed(transaction, workspace.id, session.id, now);
    });
    return flow.returnTo;
  });
}

/** Takes the step that this browser has started, and exchanges the code. Each step can be taken once. */
async function redeem(
  context: Context,
  egress: Egress,
  { workspace, visitor, browser }: Pick<SignInRequest, 'workspace' | 'visitor' | 'browser'>,
  query: URLSearchParams,
): Promise<{ provider: Provider; claims: Claims; flow: { returnTo: string; startedAt: string } }> {
  const flow = browser.cookie === '' ? undefined : await takeFlow(context, browser, 'sso');
  const stored = await openStoredProvider(context, workspace.id);
  const { issuer, clientId } = stored?.provider ?? {};
  const isCurrent = flow?.issuer === issuer && flow?.clientId === clientId;
  if (!flow || !stored || !isCurrent || query.get('state') !== flow.state) throw startAgain();
  if (query.has('error')) throw denied();
  return failingCalmly(context, workspace, visitor, async () => {
    const { provider } = stored;
    const configuration = await open(context, egress, workspace, stored);
    const callback = new URL(`${ssoRedirectUri(workspace.baseUrl)}?${query}`);
    const claims = await redeemCode(configuration, callback, flow, provider.roleClaim);
    return { provider, claims, flow };
  });
}

const noProvider = () =>
  new HarkError('not-found', 'no_identity_provider', "This workspace doesn't use single sign-on.");

const startAgain = () =>
  new HarkError(
    'invalid',
    'sso_expired',
    'This sign-in was started in another browser, was already used, or took longer than 10 minutes. Sign in again.',
  );

const denied = () =>
  new HarkError(
    'forbidden',
    'sso_denied',
    "Your identity provider didn't sign you in. Try again, or ask an administrator whether you have access to Hark there.",
  );

/** Shows the same error for every refusal, and records the reason in the audit log (spec/single-sign-on §2.6). */
async function failingCalmly<T>(
  context: Context,
  workspace: Workspace,
  visitor: Visitor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SsoRefusal) {
      await recordBlocked(context, workspace, error.user, visitor, `single sign-on: ${error.message}`);
      throw new HarkError(
        'forbidden',
        'sso_refused',
        `You couldn't be signed in to ${workspace.name}. Ask an administrator to check your access; the audit log shows the reason.`,
      );
    }
    if (error instanceof ProviderFailure) {
      await recordBlocked(context, workspace, undefined, visitor, `single sign-on: ${error.message}`);
      throw new HarkError(
        'unavailable',
        'identity_provider_failed',
        "The identity provider didn't respond as expected. Try again in a few minutes. If it keeps failing, ask an administrator.",
      );
    }
    throw error;
  }
}
