import type { Permissions } from '../../src/core/access/index.ts';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { changeSettings, type Workspace } from '../../src/core/workspaces/index.ts';
import { approve } from './approval.ts';
import { buildUser, buildWorkspace, changing } from './builders.ts';
import type { AskApi, useApi } from './servers/api-server.ts';

/** The REST API's credentials (spec/rest-api §1.1, §1.2): an API key, and bearer tokens from both kinds of clients. */
export const credentialTypes = ['api_key', 'api_client', 'oauth_client'] as const;
export type CredentialType = (typeof credentialTypes)[number];

/** A role's permissions. `api.access_rest` and `api.access_mcp` are granted to every role. */
export type CallerRole = { readonly isAdmin: true } | { readonly permissions: Permissions };

/** A user who calls the API, and the header that authenticates the user. */
export interface ApiCaller {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly credential: Record<string, string>;
  readonly ask: AskApi;
}

let made = 0;

/** Creates a workspace with a rate limit that no test reaches. */
export async function buildBusyWorkspace(context: Context): Promise<Workspace> {
  const workspace = await buildWorkspace(context);
  await changing(context, workspace.id, (change) =>
    changeSettings(change, { rate_limit_per_minute: 1_000_000_000, rate_limit_burst: 1_000_000_000 }),
  );
  return workspace;
}

/** Creates a user in that workspace who calls the API with an API key, an API client's token, or an approved app's token. */
export async function buildApiCaller(
  context: Context,
  api: ReturnType<typeof useApi>,
  workspace: Workspace,
  role: CallerRole,
  by: CredentialType,
  name = `Caller ${++made}`,
): Promise<ApiCaller> {
  const roleName = `Role of ${name}`;
  const access = { 'api.access_rest': true, 'api.access_mcp': true };
  const wanted = 'isAdmin' in role ? role : { permissions: { ...access, ...role.permissions } };
  const change = <T>(work: Parameters<typeof changing<T>>[2]) => changing(context, workspace.id, work);
  await change((c) => saveRole(c, { name: roleName, ...wanted }));
  const user = await buildUser(context, workspace.id, { role: roleName, name });
  const byApp = by === 'oauth_client' && (await approve(context, workspace, user)).tokens.access_token;
  const credential = await change(async (c): Promise<Record<string, string>> => {
    if (by === 'api_key') return { apikey: (await saveApiKey(c, user, undefined)).apiKey };
    if (byApp) return { Authorization: `Bearer ${byApp}` };
    const { token = '' } = await saveApiClient(c, { user, name: 'Integration', scope: 'api' });
    return { Authorization: `Bearer ${token}` };
  });
  return { user, credential, ask: api.as(workspace, credential) };
}
