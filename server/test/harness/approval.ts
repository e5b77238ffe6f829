import { createHash, randomBytes } from 'node:crypto';
import type { Principal } from '../../src/core/access/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import {
  answerConsent,
  askConsent,
  issueTokens,
  readOAuthParameters,
  saveOAuthClient,
} from '../../src/core/oauth/index.ts';
import { startSession } from '../../src/core/sessions/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { sessionOf } from './session.ts';

const redirectUri = 'https://app.example.test/cb';

/** Lets a user approve a new app, and returns the app's tokens. Calls the use cases directly, without a browser. */
export async function approve(
  context: Context,
  workspace: Workspace,
  user: Principal['user'],
  { scope = 'api' }: { scope?: 'api' | 'mcp' } = {},
) {
  const { db, clock, key } = context;
  const actor = { user: null, means: { type: 'apply' }, origin: 'a test' } as const;
  const name = `Approved ${randomBytes(6).toString('hex')}`;
  const { client, session } = await db.write(workspace.id, async (transaction) => {
    const change = { transaction, workspace: workspace.id, actor, clock, key };
    return {
      client: await saveOAuthClient(change, { name, scope, redirect_uris: [redirectUri] }),
      session: await startSession(
        transaction,
        context,
        workspace.id,
        { id: user.id, signInVersion: 1 },
        { userAgent: undefined, address: '127.0.0.1' },
      ),
    };
  });
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const role = { id: 1 as Principal['role']['id'], name: 'Any', isAdmin: false, permissions: {} };
  const principal: Principal = { workspace, user, role, means: { type: 'ui' } };
  const signedIn = sessionOf(session.id, principal);
  const { clientId } = client;
  const app = {
    clientId,
    name,
    redirectUris: [redirectUri],
    scope,
    metadata: undefined,
    isKnown: true,
    isChanged: false,
  };
  const ask = () => askConsent(context, signedIn, { app, redirectUri, scope, state: undefined, challenge });
  const answer = { token: await ask(), decision: 'approve', origin: '127.0.0.1' } as const;
  const code = new URL(await answerConsent(context, signedIn, answer)).searchParams.get('code') ?? '';
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri };
  const parameters = readOAuthParameters(
    new URLSearchParams({ ...fields, code_verifier: verifier }).toString(),
  );
  const tokens = await issueTokens(context, {
    workspace,
    parameters,
    authorization: undefined,
    origin: '127.0.0.1',
  });
  return { client, tokens, /** Requests consent again without approving or denying it. */ ask };
}
