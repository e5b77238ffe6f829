import { HarkError } from '../../lib/errors.ts';
import type { Workspace, WorkspaceSettings } from '../workspaces/index.ts';
import type { FoundCredential, Versions } from './credential-store.ts';
import type { Principal } from './principal.ts';

/** What a caller presented (seed 5.4). */
export type Credential = { type: 'api_key'; value: string } | { type: 'bearer'; value: string };

/** Who a request acts as, with the settings of his workspace, both as they are at this moment. */
export interface Authenticated {
  readonly principal: Principal;
  readonly settings: WorkspaceSettings;
  readonly versions: Versions;
}

const refuse = (code: string, message: string) => new HarkError('unauthenticated', code, message);

/** Who a credential that was looked up acts as, or why it is refused (seed 5.4, 7.3). */
export function authenticate(
  workspace: Workspace,
  type: Credential['type'],
  found: FoundCredential | undefined,
): Authenticated | HarkError {
  if (!found) return unknown[type]();
  if (found.isDisabled) return disabled();
  const { user, role, settings, versions, client } = found;
  const means = client
    ? { type: client.type, id: client.id, name: client.name }
    : ({ type: 'api_key' } as const);
  return { principal: { workspace, user, role, means }, settings, versions };
}

const unknownKey = () => refuse('invalid_grant', 'The API key is missing or unknown.');

/** Seed 7.3: missing or unknown; for a token unknown, revoked, of an inactive client, or issued for another resource. */
const unknown = {
  api_key: unknownKey,
  bearer: () =>
    refuse('invalid_token', 'The access token is unknown, expired, revoked or for another resource.'),
} satisfies Record<Credential['type'], () => HarkError>;

/** Seed 3 and 7.3: switched off by an active client of the same user. */
const disabled = () =>
  refuse(
    'api_key_disabled',
    'This API key is switched off because its user has an active API client. Authenticate with OAuth (send the token of that client as a bearer token), or deactivate the client.',
  );

/** Seed 5.4.4: whatever the credential, a role needs `Access REST API`; administrators pass. */
export function requireRestAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_rest'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Your role may not use the REST API. Ask an administrator to enable "Access REST API" under API Permissions in your role.',
  );
}
