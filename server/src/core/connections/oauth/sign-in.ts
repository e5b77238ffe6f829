import { createHash, randomBytes } from 'node:crypto';
import type { Egress } from '../../../lib/egress/egress.ts';
import { HarkError, invalid } from '../../../lib/errors.ts';
import type { ConnectionId } from '../../../lib/ids.ts';
import { makeChange, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { readSecrets } from '../../secrets/index.ts';
import { actorOf, type Session, type Visitor } from '../../sessions/index.ts';
import { readSettings } from '../../workspaces/index.ts';
import type { Connection } from '../connection.ts';
import {
  openConnectionSecret,
  openToken,
  resolveSecret,
  type SecretScope,
  sealToken,
} from '../connection-secret.ts';
import { findStoredConnection } from '../connection-store.ts';
import { connectionNotFound } from '../manage-connections.ts';
import { sealTokens } from './access-token.ts';
import { CredentialFailure, requestTokens } from './token-endpoint.ts';
import { connect, selectSealedSecret, takeSignIn, updateSignIn } from './token-store.ts';

/** How long an administrator has to sign in at the outside service. */
const signInMs = 10 * 60_000;

export const redirectUri = (baseUrl: string): string => `${baseUrl}/connections/callback`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Starts a sign-in at the outside service (spec/connections §3.4). The state is bound to the browser's session, and
 * PKCE binds the code to this sign-in.
 * @returns the URL to redirect to
 */
export async function startSignIn(
  context: Context,
  { id: session, principal }: Session,
  id: ConnectionId,
): Promise<string> {
  const { id: workspace, baseUrl } = principal.workspace;
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const connection = await context.db.write(workspace, async (transaction) => {
    const found = await findStoredConnection(transaction, workspace, id);
    if (!found) throw connectionNotFound();
    if (found.grant !== 'authorization_code')
      throw invalid('no_sign_in', `The connection "${found.name}" doesn't need a sign-in.`);
    const until = new Date(context.clock.now().getTime() + signInMs);
    const sealedVerifier = sealToken(context.key, verifier);
    const signIn = { stateHash: hashOf(state), session, sealedVerifier, until };
    await updateSignIn(transaction, { workspace, id }, signIn);
    return found;
  });
  const url = new URL(connection.authorize_url ?? '');
  const parameters = {
    response_type: 'code',
    client_id: connection.client_id ?? '',
    redirect_uri: redirectUri(baseUrl),
    ...(connection.scope !== null && { scope: connection.scope }),
    state,
    code_challenge: hashOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

interface SignInAnswer {
  readonly state: string;
  readonly code: string | undefined;
}

/** The result of a sign-in: `denied` if the service sent no code, `failed` if it gave no tokens for the code. */
export interface SignInResult {
  readonly connection: ConnectionId;
  readonly result: 'connected' | 'denied' | 'failed';
}

/**
 * Finishes a sign-in with the parameters that the service sent to the redirect URI.
 * @throws HarkError if this browser session hasn't started such a sign-in, or started it too long ago
 */
export async function finishSignIn(
  context: Context,
  egress: Egress,
  session: Session,
  visitor: Visitor,
  { state, code }: SignInAnswer,
): Promise<SignInResult> {
  const { id: workspace, baseUrl } = session.principal.workspace;
  const taken = await context.db.write(workspace, (transaction) =>
    takeSignIn(transaction, workspace, {
      stateHash: hashOf(state),
      session: session.id,
      now: context.clock.now(),
    }),
  );
  if (!taken) throw unknownSignIn();
  const { id, revision } = taken;
  if (code === undefined || code === '') return { connection: id, result: 'denied' };
  const found = await readForSignIn(context, session, id);
  if (!found || found.connection.revision !== revision) throw unknownSignIn();
  const { connection, scope, sealed } = found;
  try {
    const clientSecret = resolveSecret(
      openConnectionSecret(context.key, sealed),
      connection.token_url ?? '',
      scope,
    );
    if (clientSecret === undefined) return { connection: id, result: 'failed' };
    const tokens = await requestTokens(egress, {
      connection,
      clientSecret,
      parameters: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri(baseUrl),
        code_verifier: openToken(context.key, taken.sealedVerifier),
      },
      now: context.clock.now(),
    });
    const isStored = await makeChange(context, workspace, actorOf(session, visitor), async (change) => {
      const stored = sealTokens(context, connection, tokens);
      if (!(await connect(change.transaction, { workspace, id }, revision, stored, context.clock.now())))
        return false;
      await recordAudit(change, {
        action: 'changed',
        subject: { type: 'connection', id, name: connection.name },
        old: { connected: connection.connectedAt !== null },
        new: { connected: true },
      });
      return true;
    });
    return { connection: id, result: isStored ? 'connected' : 'failed' };
  } catch (error) {
    if (error instanceof CredentialFailure) return { connection: id, result: 'failed' };
    throw error;
  }
}

const unknownSignIn = () =>
  new HarkError(
    'forbidden',
    'unknown_sign_in',
    'This sign-in was not started in this browser, or it took longer than 10 minutes. Connect again from the settings.',
  );

async function readForSignIn(
  context: Context,
  session: Session,
  id: ConnectionId,
): Promise<{ connection: Connection; sealed: string; scope: SecretScope } | undefined> {
  const { id: workspace } = session.principal.workspace;
  const found = await context.db.read(workspace, async (transaction) => {
    const connection = await findStoredConnection(transaction, workspace, id);
    const sealed = await selectSealedSecret(transaction, { workspace, id });
    return { connection, sealed };
  });
  if (!found.connection || found.sealed === null) return undefined;
  return { connection: found.connection, sealed: found.sealed, scope: await readScope(context, session) };
}

async function readScope(context: Context, { principal: { workspace } }: Session): Promise<SecretScope> {
  const { secrets, hosts } = await readSecrets(context, workspace.id);
  const { timezone } = await readSettings(context, workspace.id);
  return { workspace, zone: timezone, now: context.clock.now(), secrets, hosts };
}
