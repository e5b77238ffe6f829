import { HarkError } from '../../lib/errors.ts';
import { headerNamePattern, isHeaderValue } from '../../lib/header-text.ts';
import {
  type Connection,
  type ConnectionSettings,
  type ConnectionType,
  keysOf,
  type PlainKey,
  plainKeys,
  type SecretKey,
  secretKeys,
} from './connection.ts';
import type { WantedConnection } from './connection-schema.ts';
import { templateProblems } from './connection-secret.ts';
import { isEndpoint, readOrigin } from './origin.ts';

export interface ConnectionIssue {
  readonly key: string;
  readonly message: string;
  /** Whether a value is missing. */
  readonly isMissing?: boolean;
}

/** Thrown for a connection that can't be saved. Contains every issue. */
export class ConnectionProblem extends HarkError {
  readonly issues: readonly ConnectionIssue[];

  constructor(code: string, issues: readonly ConnectionIssue[]) {
    const message = issues.map(({ key, message }) => `${key}: ${message}`).join('\n');
    super('invalid', code, message, { field: issues[0]?.key });
    this.issues = issues;
  }
}

/** @throws ConnectionProblem if there are issues; its code and field are those of the first one */
export function requireNoIssues(issues: readonly ConnectionIssue[]): void {
  if (issues.length === 0) return;
  throw issues[0]?.isMissing
    ? new ConnectionProblem('field_required', issues)
    : new ConnectionProblem('bad_connection', issues);
}

const maxSecretLength = 10_000;
const isRequired = 'is required';
const givenAgain = 'must be given again, because the connection points elsewhere';
const needsOrigin = 'must be https://host or https://host:port, without a path';
const needsEndpoint = 'must be an https URL, such as https://auth.example.com/token';
const needsLine = 'must be a single line of printable Latin-1 characters';

/** Headers that Hark sends itself, or that belong to the network connection (RFC 9110, 7.6.1) or the body. */
export const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'hark-depth',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that describe the request or its body. A credential there would break the request. */
const ownHeaders: ReadonlySet<string> = new Set(['idempotency-key', 'traceparent', 'content-type']);

/** The settings to store, and the secret if it changes. */
export interface CheckedConnection {
  readonly settings: ConnectionSettings;
  readonly secret: string | undefined;
}

/** Changes of these settings send the secret elsewhere (spec/connections §1.3). */
const pointing = ['type', 'origin', 'token_url', 'authorize_url'] as const;

/**
 * Combines the stored connection with the wanted values and checks the result (spec/connections §1).
 * @returns every issue, and the combined settings, which are valid only if there is no issue
 */
export function checkConnection(
  wanted: WantedConnection,
  present: Connection | undefined,
  allow: ReadonlySet<string>,
): CheckedConnection & { readonly issues: readonly ConnectionIssue[] } {
  const type = (wanted.type ?? present?.type ?? 'none') as ConnectionType;
  const { plain, secret: secretKey } = keysOf[type];
  const origin = wanted.origin ?? present?.origin;
  const issues: ConnectionIssue[] = [];
  const missing = (key: string, message = isRequired) => issues.push({ key, message, isMissing: true });
  if (present === undefined && wanted.name === undefined) missing('name');
  if (present === undefined && (wanted.type ?? null) === null) missing('type');
  if (origin === undefined) missing('origin');
  else if (readOrigin(origin, allow) === undefined) issues.push({ key: 'origin', message: needsOrigin });
  const kept = present?.type === type ? present : undefined;
  const values = Object.fromEntries(
    plainKeys.map((key) => [key, plain.includes(key) ? settingOf(key, wanted, kept) : null]),
  ) as Record<PlainKey, string | null>;
  if (type === 'oauth2') {
    values.client_auth ??= 'basic';
    if (values.grant === 'client_credentials') values.authorize_url = wanted.authorize_url || null;
  }
  const settings = {
    name: wanted.name ?? present?.name ?? '',
    type,
    origin: readOrigin(origin ?? '', allow) ?? '',
    ...values,
  } as ConnectionSettings;
  if ((wanted.type ?? null) !== null || present) {
    issues.push(...unusedKeys(wanted, type), ...plainIssues(settings, allow));
    const secret = secretKey === null ? undefined : wanted[secretKey];
    const isElsewhere = present !== undefined && pointing.some((key) => present[key] !== settings[key]);
    if (secretKey !== null && secret === undefined && (!present || isElsewhere))
      missing(secretKey, present ? givenAgain : isRequired);
    if (secretKey !== null && secret !== undefined) issues.push(...secretIssues(secretKey, secret));
    return { settings, secret, issues };
  }
  return { settings, secret: undefined, issues };
}

/** Returns a setting's new value. Null removes it, and so does an empty text. */
function settingOf(key: PlainKey, wanted: WantedConnection, kept: Connection | undefined): string | null {
  const value = wanted[key];
  return (value === undefined ? kept?.[key] : value) || null;
}

function unusedKeys(wanted: WantedConnection, type: ConnectionType): ConnectionIssue[] {
  const { plain, secret } = keysOf[type];
  const isUsed = (key: PlainKey | SecretKey) => plain.some((one) => one === key) || secret === key;
  return [...plainKeys, ...secretKeys]
    .filter((key) => (wanted[key] ?? null) !== null && !isUsed(key))
    .map((key) => ({ key, message: `is not used by type ${type}` }));
}

function plainIssues(settings: ConnectionSettings, allow: ReadonlySet<string>): ConnectionIssue[] {
  const { type, username, header, grant, token_url, authorize_url, scope } = settings;
  const required: readonly PlainKey[] =
    type === 'oauth2'
      ? [
          'grant',
          'token_url',
          'client_id',
          ...(grant === 'authorization_code' ? ['authorize_url' as const] : []),
        ]
      : keysOf[type].plain;
  const issues: ConnectionIssue[] = required
    .filter((key) => settings[key] === null)
    .map((key) => ({ key, message: isRequired, isMissing: true }));
  const check = (key: PlainKey, isRight: boolean, message: string) => {
    if (!isRight) issues.push({ key, message });
  };
  // A colon would end the user name (RFC 7617, 2).
  check('username', !/[:\p{Cc}]/u.test(username ?? ''), 'must not contain a colon or a control character');
  if (header !== null) {
    check('header', headerNamePattern.test(header), 'must be a header name');
    const isReserved = reservedHeaders.has(header.toLowerCase()) || ownHeaders.has(header.toLowerCase());
    check('header', !isReserved, "is set by Hark and can't be overridden");
  }
  check('token_url', token_url === null || isEndpoint(token_url, allow), needsEndpoint);
  check('authorize_url', authorize_url === null || isEndpoint(authorize_url, allow), needsEndpoint);
  if (grant === 'client_credentials')
    check('authorize_url', authorize_url === null, 'is not used by grant client_credentials');
  check('scope', !/\p{Cc}/u.test(scope ?? ''), 'must not contain a control character');
  return issues;
}

function secretIssues(key: SecretKey, secret: string): ConnectionIssue[] {
  if (secret.length === 0 || secret.length > maxSecretLength)
    return [{ key, message: 'must have 1 to 10,000 characters' }];
  const isSentAsHeader = key === 'token' || key === 'value';
  if (isSentAsHeader && !isHeaderValue(secret) && !secret.includes('{')) return [{ key, message: needsLine }];
  return templateProblems(secret).map((message) => ({ key, message }));
}
