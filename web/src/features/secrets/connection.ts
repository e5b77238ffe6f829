import type { ApiResponse, OperationName } from '../../api/call.ts';

export type Connections = ApiResponse<'GET /connections'>;
export type Connection = Connections['connections'][number];

const plainKeys = [
  'username',
  'header',
  'grant',
  'authorize_url',
  'token_url',
  'client_id',
  'client_auth',
  'scope',
] as const;
export type PlainKey = (typeof plainKeys)[number];

/** The values that the form edits. `secret` is the token, password, header value or client secret. */
export type ConnectionValues = Readonly<
  Record<'name' | 'origin' | 'secret' | Exclude<PlainKey, 'grant' | 'client_auth'>, string>
> & {
  readonly type: Connection['type'];
  readonly grant: NonNullable<Connection['grant']>;
  readonly client_auth: NonNullable<Connection['client_auth']>;
};

/** The key of each type's secret. */
export const secretKeys = {
  none: undefined,
  bearer: 'token',
  basic: 'password',
  header: 'value',
  oauth2: 'client_secret',
} as const;

/** Returns the keys that a connection of this type has, other than the secret (spec/connections §1.1). */
export function keysOf({ type, grant }: Pick<ConnectionValues, 'type' | 'grant'>): readonly PlainKey[] {
  if (type === 'basic') return ['username'];
  if (type === 'header') return ['header'];
  if (type !== 'oauth2') return [];
  const authorizeUrl: PlainKey[] = grant === 'authorization_code' ? ['authorize_url'] : [];
  return ['grant', ...authorizeUrl, 'token_url', 'client_id', 'client_auth', 'scope'];
}

/** Returns the values at the start: those of the stored connection, or of an empty form. */
export const valuesOf = (stored: Connection | undefined): ConnectionValues => ({
  name: stored?.name ?? '',
  type: stored?.type ?? 'bearer',
  origin: stored?.origin ?? '',
  username: stored?.username ?? '',
  header: stored?.header ?? '',
  grant: stored?.grant ?? 'client_credentials',
  authorize_url: stored?.authorize_url ?? '',
  token_url: stored?.token_url ?? '',
  client_id: stored?.client_id ?? '',
  client_auth: stored?.client_auth ?? 'basic',
  scope: stored?.scope ?? '',
  secret: '',
});

const commonKeys = ['name', 'type', 'origin'] as const;
type SettingKey = (typeof commonKeys)[number] | PlainKey;

/** Returns the settings to store. Those that the type doesn't use are empty. */
function settingsOf(values: ConnectionValues): Record<SettingKey, string> {
  const used: readonly string[] = [...commonKeys, ...keysOf(values)];
  return Object.fromEntries(
    [...commonKeys, ...plainKeys].map((key) => [key, used.includes(key) ? values[key].trim() : '']),
  ) as Record<SettingKey, string>;
}

const differsIn = (keys: readonly SettingKey[], values: ConnectionValues, stored: Connection): boolean => {
  const settings = settingsOf(values);
  return keys.some((key) => settings[key] !== (stored[key] ?? ''));
};

/** Whether the secret is needed again, because it would be sent elsewhere (spec/connections §1.3). */
export const pointsElsewhere = (values: ConnectionValues, stored: Connection): boolean =>
  differsIn(['type', 'origin', 'token_url', 'authorize_url'], values, stored);

/** Whether saving ends the access that an administrator gave (spec/connections §3.4). */
export const disconnects = (values: ConnectionValues, stored: Connection): boolean =>
  stored.connected === true &&
  differsIn(['type', 'origin', 'grant', 'token_url', 'authorize_url', 'client_id'], values, stored);

/** Returns what to send: everything for a new connection, otherwise only the changes. */
export function bodyOf(values: ConnectionValues, stored: Connection | undefined): Record<string, string> {
  const settings = settingsOf(values);
  const sent = [...commonKeys, ...keysOf(values)].filter(
    (key) => !stored || settings[key] !== (stored[key] ?? ''),
  );
  const secretKey = secretKeys[values.type];
  return {
    ...Object.fromEntries(sent.map((key) => [key, settings[key]])),
    ...(secretKey && values.secret !== '' && { [secretKey]: values.secret }),
  };
}

/** Everything that lists connections. The builder lists their names. */
export const staleConnections: readonly OperationName[] = ['GET /connections', 'GET /workflows/language'];
