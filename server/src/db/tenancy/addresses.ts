import { deriveKey } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';
import { type LoginRole, loginRoles, type RoleNames, roleNamesFor } from './role-names.ts';

type ByRole = Readonly<Record<LoginRole, Secret>>;

interface WaysIn {
  readonly login: ByRole;
  /** URLs with the previous key's passwords, which the roles keep until `hark rekey` finishes. */
  readonly earlier?: ByRole | undefined;
}

export interface LoginAddresses extends WaysIn {
  /** True if connections go through a transaction pooler, where sessions keep no state. */
  readonly isPooled: boolean;
}

export interface DatabaseAddresses extends LoginAddresses {
  /** Used for migrations, and to create the database and the roles. */
  readonly owner: Secret;
  /** URLs that bypass the pooler, for features that outlast a transaction, such as LISTEN. */
  readonly direct: WaysIn;
  readonly roleNames: RoleNames;
  /** Roles whose URLs the operator configured. Hark neither creates nor alters them. */
  readonly madeByOperator: ReadonlySet<LoginRole>;
}

export function databaseNameOf(url: Secret): string {
  const name = decodeURIComponent(new URL(url.reveal()).pathname.slice(1));
  if (name === '') throw invalid('database_name_missing', 'DATABASE_URL must end with the database name.');
  return name;
}

/** Derives a role's password from the installation key. Passwords aren't stored anywhere. */
export function rolePassword(secretKey: Secret, roleName: string): string {
  return deriveKey(secretKey, `database-role/${roleName}`).toString('base64url');
}

interface Given {
  /** URLs of roles that the operator created. */
  readonly roles?: Partial<Record<LoginRole, Secret | undefined>>;
  readonly pooler?: Secret | undefined;
  /** Set only during a key rotation. */
  readonly previousKey?: Secret | undefined;
}

export function databaseAddresses(
  owner: Secret,
  secretKey: Secret,
  { roles = {}, pooler, previousKey }: Given = {},
): DatabaseAddresses {
  const names = { ...roleNamesFor(databaseNameOf(owner)) };
  const madeByOperator = new Set<LoginRole>();
  for (const role of loginRoles) {
    const address = roles[role];
    if (!address) continue;
    names[role] = decodeURIComponent(new URL(address.reveal()).username);
    madeByOperator.add(role);
  }
  const past = (key: Secret) => byRole((role) => roles[role] ?? ownAddress(owner, names[role], key));
  const direct = { login: past(secretKey), earlier: previousKey && past(previousKey) };
  const { login, earlier } = pooler ? throughPooler(pooler, direct) : direct;
  return { owner, direct, login, earlier, isPooled: pooler !== undefined, roleNames: names, madeByOperator };
}

const byRole = (addressOf: (role: LoginRole) => Secret): ByRole =>
  Object.fromEntries(loginRoles.map((role) => [role, addressOf(role)])) as Record<LoginRole, Secret>;

/**
 * Returns the pooler's URL with the role's name and password, and with its database unless the pooler's URL
 * names one.
 */
function throughPooler(pooler: Secret, { login, earlier }: WaysIn): WaysIn {
  const through = (past: Secret) => {
    const [url, own] = [new URL(pooler.reveal()), new URL(past.reveal())];
    url.username = own.username;
    url.password = own.password;
    if (url.pathname === '' || url.pathname === '/') url.pathname = own.pathname;
    return new Secret(url.href);
  };
  return {
    login: byRole((role) => through(login[role])),
    earlier: earlier && byRole((role) => through(earlier[role])),
  };
}

function ownAddress(owner: Secret, roleName: string, secretKey: Secret): Secret {
  const url = new URL(owner.reveal());
  url.username = encodeURIComponent(roleName);
  url.password = rolePassword(secretKey, roleName);
  return new Secret(url.href);
}
