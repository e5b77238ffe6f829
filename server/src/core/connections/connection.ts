import type { ConnectionId } from '../../lib/ids.ts';

export const connectionTypes = ['none', 'bearer', 'basic', 'header', 'oauth2'] as const;
export type ConnectionType = (typeof connectionTypes)[number];
export const grants = ['client_credentials', 'authorization_code'] as const;
export const clientAuths = ['basic', 'post'] as const;

/** The settings of all types that aren't secret. */
export const plainKeys = [
  'username',
  'header',
  'grant',
  'token_url',
  'authorize_url',
  'client_id',
  'client_auth',
  'scope',
] as const;
export type PlainKey = (typeof plainKeys)[number];
export const secretKeys = ['token', 'password', 'value', 'client_secret'] as const;
export type SecretKey = (typeof secretKeys)[number];

interface TypeKeys {
  readonly plain: readonly PlainKey[];
  readonly secret: SecretKey | null;
}

/** The settings of each type (spec/connections §1.1). */
export const keysOf: Readonly<Record<ConnectionType, TypeKeys>> = {
  none: { plain: [], secret: null },
  bearer: { plain: [], secret: 'token' },
  basic: { plain: ['username'], secret: 'password' },
  header: { plain: ['header'], secret: 'value' },
  oauth2: {
    plain: ['grant', 'token_url', 'authorize_url', 'client_id', 'client_auth', 'scope'],
    secret: 'client_secret',
  },
};

/** The settings of a connection. Those that its type doesn't use are null. */
export interface ConnectionSettings {
  readonly name: string;
  readonly type: ConnectionType;
  /** Scheme, host and port, as `URL` writes them. */
  readonly origin: string;
  readonly username: string | null;
  readonly header: string | null;
  readonly grant: (typeof grants)[number] | null;
  readonly token_url: string | null;
  readonly authorize_url: string | null;
  readonly client_id: string | null;
  readonly client_auth: (typeof clientAuths)[number] | null;
  readonly scope: string | null;
}

export interface Connection extends ConnectionSettings {
  readonly id: ConnectionId;
  /** Rises with each change. */
  readonly revision: number;
  readonly connectedAt: Date | null;
  readonly updatedAt: Date;
}

/** The keys of a connection as REST and the console show it, in this order. */
export const shownConnectionKeys = [
  'id',
  'name',
  'type',
  'origin',
  ...plainKeys,
  'connected',
  'updated_at',
] as const;

/** Returns a connection as REST and the console show it, without its secret (spec/connections §4.2). */
export const showConnection = ({ revision, connectedAt, updatedAt, id, ...settings }: Connection) => ({
  id,
  ...settings,
  connected: settings.grant === 'authorization_code' ? connectedAt !== null : null,
  updated_at: updatedAt.toISOString(),
});

/** Returns the lower-case name of the header that a connection sets, if it sets one. */
export function headerOf({ type, header }: Pick<ConnectionSettings, 'type' | 'header'>): string | undefined {
  if (type === 'none') return undefined;
  return type === 'header' ? (header ?? '').toLowerCase() : 'authorization';
}
