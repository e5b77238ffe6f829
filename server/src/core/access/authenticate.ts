import { HarkError } from '../../lib/errors.ts';
import { isInIpRanges } from '../../lib/ip-ranges.ts';
import type { Workspace, WorkspaceSettings } from '../workspaces/index.ts';
import type { FoundCredential, Versions } from './credential-store.ts';
import type { Principal } from './principal.ts';

/** A credential sent with a request (spec/rest-api §1.1, §1.2). */
export type Credential = { type: 'api_key'; value: string } | { type: 'bearer'; value: string };

/** A credential and the IP address that it was sent from. */
export interface SentCredential {
  readonly credential: Credential;
  readonly address: string;
}

/** The authenticated user and the workspace's settings, both read for this request. */
export interface Authenticated {
  readonly principal: Principal;
  readonly settings: WorkspaceSettings;
  readonly versions: Versions;
}

const refuse = (code: string, message: string) => new HarkError('unauthenticated', code, message);

/** Returns the user that a credential acts as, or the reason why it is rejected (spec/rest-api §3.3). */
export function authenticate(
  workspace: Workspace,
  { credential: { type, value }, address }: SentCredential,
  found: FoundCredential | undefined,
  now: Date,
): Authenticated | HarkError {
  if (value === '' || !found) return unknown[type]();
  const { expiresAt, allowedAddresses } = found;
  // First, so that a stolen credential reveals nothing else.
  if (allowedAddresses.length > 0 && !isInIpRanges(address, allowedAddresses)) {
    return notAllowedFrom[type](address);
  }
  if (expiresAt && expiresAt <= now) return expired();
  if (found.isDisabled) return disabled();
  const { user, role, settings, versions, client } = found;
  const means = client
    ? { type: client.type, id: client.id, name: client.name }
    : ({ type: 'api_key' } as const);
  return { principal: { workspace, user, role, means }, settings, versions };
}

const unknownKey = () => refuse('invalid_grant', 'The API key is missing or unknown.');

/**
 * The errors for an unknown credential. Also used for a token that is revoked, belongs to an inactive client,
 * or is for another resource (spec/rest-api §3.3).
 */
const unknown = {
  api_key: unknownKey,
  bearer: () =>
    refuse('invalid_token', 'The access token is unknown, expired, revoked, or for another resource.'),
} satisfies Record<Credential['type'], () => HarkError>;

const keyNotAllowedFrom = (address: string) =>
  refuse(
    'invalid_grant',
    `This API key isn't accepted from the IP address ${address}. Its user can add the address in API Settings.`,
  );

/** The errors for a credential that isn't accepted from the caller's IP address (spec/rest-api §1.10). */
const notAllowedFrom = {
  api_key: keyNotAllowedFrom,
  bearer: (address: string) =>
    refuse(
      'invalid_token',
      `This access token isn't accepted from the IP address ${address}. Its user can add the address in API Settings.`,
    ),
} satisfies Record<Credential['type'], (address: string) => HarkError>;

/** An API client has expired (spec/rest-api §1.9). For an app's token that has expired, the error is that of an unknown one. */
const expired = () =>
  refuse(
    'invalid_token',
    'This access token has expired. Its user can rotate it or set a later expiry in API Settings.',
  );

/** The API key is disabled because the same user has an active client (spec/rest-api §1.5). */
const disabled = () =>
  refuse(
    'api_key_disabled',
    "This API key is disabled because its user has an active API client. Authenticate with OAuth (send that client's token as a bearer token), or deactivate the client.",
  );

/**
 * Throws unless the role grants *Access REST API* or is an administrator role. Applies to every credential
 * (spec/rest-api §3.3).
 */
export function requireRestAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_rest'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    `Your role can't use the REST API. Ask an administrator to enable "Access REST API" under API Permissions in your role.`,
  );
}
