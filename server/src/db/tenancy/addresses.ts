import { deriveKey } from '../../lib/crypto/installation-key.ts';
import { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';
import { type LoginRole, loginRoles, type RoleNames, roleNamesFor } from './role-names.ts';

type ByRole = Readonly<Record<LoginRole, Secret>>;

/** The ways in of every role. */
interface WaysIn {
  readonly login: ByRole;
  /** The same by the key before, while the key is changed: the roles have its passwords until `hark rekey` is done. */
  readonly earlier?: ByRole | undefined;
}

/** Where each role's statements go. */
export interface LoginAddresses extends WaysIn {
  /** To a pooler, which gives every transaction another session: nothing can be kept in one. */
  readonly isPooled: boolean;
}

/** Where each role logs in. */
export interface DatabaseAddresses extends LoginAddresses {
  /** The owner's: for migrations, and for making the database and the roles. */
  readonly owner: Secret;
  /** Past the pooler, for what outlives a transaction, such as listening. */
  readonly direct: WaysIn;
  readonly roleNames: RoleNames;
  /** Roles that the operator makes, because he gave their addresses; Hark neither creates nor alters them. */
  readonly madeByOperator: ReadonlySet<LoginRole>;
}

/** The name in the path of a database address. */
export function databaseNameOf(url: Secret): string {
  const name = decodeURIComponent(new URL(url.reveal()).pathname.slice(1));
  if (name === '')
    throw invalid('database_name_missing', 'DATABASE_URL must end with the name of the database.');
  return name;
}

/** The password of a role follows from the installation's key: it is stored nowhere, and no other key gives it. */
export function rolePassword(secretKey: Secret, roleName: string): string {
  return deriveKey(secretKey, `database-role/${roleName}`).toString('base64url');
}

interface Given {
  /** What the operator made himself. */
  readonly roles?: Partial<Record<LoginRole, Secret | undefined>>;
  readonly pooler?: Secret | undefined;
  /** The one before, while the key is changed. */
  readonly previousKey?: Secret | undefined;
}

/** Every role's address: as the operator gave it, or the owner's with the role's own name and password. */
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

/** The pooler's address with everything of the role's own: name, password, and the database if the pooler has no name for it. */
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
