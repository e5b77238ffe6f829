import { HarkError } from '../../lib/errors.ts';
import type { Workspace, WorkspaceSettings } from '../workspaces/index.ts';
import type { FoundCredential, Versions } from './credential-store.ts';
import type { Principal } from './principal.ts';

/** spec/rest-api §1.1, §1.2. */
export type Credential = { type: 'api_key'; value: string } | { type: 'bearer'; value: string };

/** The user and the workspace's settings, both current. */
export interface Authenticated {
  readonly principal: Principal;
  readonly settings: WorkspaceSettings;
  readonly versions: Versions;
}

const refuse = (code: string, message: string) => new HarkError('unauthenticated', code, message);

/** The user that a credential acts as, or why it is rejected (spec/rest-api §3.3). */
export function authenticate(
  workspace: Workspace,
  { type, value }: Credential,
  found: FoundCredential | undefined,
): Authenticated | HarkError {
  if (value === '' || !found) return unknown[type]();
  if (found.isDisabled) return disabled();
  const { user, role, settings, versions, client } = found;
  const means = client
    ? { type: client.type, id: client.id, name: client.name }
    : ({ type: 'api_key' } as const);
  return { principal: { workspace, user, role, means }, settings, versions };
}

const unknownKey = () => refuse('invalid_grant', 'The API key is missing or unknown.');

/** Also for a token that is revoked, of an inactive client, or for another resource (spec/rest-api §3.3). */
const unknown = {
  api_key: unknownKey,
  bearer: () =>
    refuse('invalid_token', 'The access token is unknown, expired, revoked or for another resource.'),
} satisfies Record<Credential['type'], () => HarkError>;

/** An active client of the same user disables the key (spec/rest-api §1.5). */
const disabled = () =>
  refuse(
    'api_key_disabled',
    'This API key is switched off because its user has an active API client. Authenticate with OAuth (send the token of that client as a bearer token), or deactivate the client.',
  );

/** Applies to any credential: a role needs *Access REST API*; administrators pass (spec/rest-api §3.3). */
export function requireRestAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_rest'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Your role may not use the REST API. Ask an administrator to enable "Access REST API" under API Permissions in your role.',
  );
}
