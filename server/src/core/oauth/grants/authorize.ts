import { type HarkError, invalid } from '../../../lib/errors.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { type App, findApp, type OAuthContext } from '../clients/find-app.ts';
import { redirectMatches, withAnswer } from '../clients/redirect-uri.ts';
import type { Parameters } from './parameters.ts';
import { isChallenge } from './parameters.ts';
import { judgeScope } from './scope-verdict.ts';

/** A valid authorization request that awaits the user's consent. */
export interface Authorization {
  readonly app: App;
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly state: string | undefined;
  readonly challenge: string;
}

/**
 * Checks an authorization request in the order of spec/oauth §2.2: repeated parameters (checked while
 * parsing), client, redirect URI, scope, response type, PKCE. Until the redirect URI is trusted, errors are
 * shown in the browser; so is a wrong scope. Later errors redirect the browser back to the app.
 */
export async function judgeAuthorization(
  context: OAuthContext,
  workspace: Workspace,
  parameters: Parameters,
  address: string,
): Promise<Authorization | { readonly sendTo: string }> {
  const app = await findApp(context, workspace, parameters.get('client_id'), address);
  const redirectUri = judgeRedirect(app, parameters.get('redirect_uri'));
  const asked = { scope: parameters.get('scope'), resources: parameters.resources };
  const scope = judgeScope(workspace.baseUrl, asked, app.scope);
  const [state, challenge = ''] = [parameters.get('state'), parameters.get('code_challenge')];
  const refusal = judgeResponse(parameters) ?? judgeChallenge(parameters);
  if (!refusal) return { app, redirectUri, scope, state, challenge };
  // An unknown app gets no redirect, because this server must not be an open redirector (RFC 9700 4.11.2).
  if (!app.isKnown) throw refusal;
  const { code: error, message: error_description } = refusal;
  return { sendTo: withAnswer(redirectUri, { error, error_description, state, iss: workspace.baseUrl }) };
}

function judgeRedirect({ redirectUris }: App, uri: string | undefined): string {
  if (uri === undefined) throw invalid('invalid_request', 'The redirect_uri is missing.');
  if (redirectMatches(redirectUris, uri)) return uri;
  throw invalid(
    'invalid_request',
    "The redirect_uri isn't registered for this client. It must match a registered URI exactly.",
  );
}

function judgeResponse(parameters: Parameters): HarkError | undefined {
  const [type, mode = 'query'] = [parameters.get('response_type'), parameters.get('response_mode')];
  if (type === undefined) return invalid('invalid_request', 'The response_type is missing. It must be code.');
  if (type !== 'code') return invalid('unsupported_response_type', 'The response_type must be code.');
  if (mode !== 'query') return invalid('invalid_request', 'The response_mode must be query.');
  return undefined;
}

/** Checks the PKCE challenge. PKCE with S256 is required (spec/oauth §2.1). */
function judgeChallenge(parameters: Parameters): HarkError | undefined {
  if (isChallenge(parameters.get('code_challenge'), parameters.get('code_challenge_method')))
    return undefined;
  return invalid(
    'invalid_request',
    'PKCE is required: send a code_challenge of 43 characters with code_challenge_method=S256.',
  );
}
