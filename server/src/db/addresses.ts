import { invalid } from '../lib/errors.ts';
import { deriveKey } from '../lib/installation-key.ts';
import { Secret } from '../lib/secret.ts';
import { type LoginRole, loginRoles, type RoleNames, roleNamesFor } from './role-names.ts';

/** Where each role logs in. */
export interface DatabaseAddresses {
  /** The owner's: for migrations, and for making the database and the roles. */
  readonly owner: Secret;
  readonly login: Readonly<Record<LoginRole, Secret>>;
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

/** Every role's address: as the operator gave it, or the owner's with the role's own name and password. */
export function databaseAddresses(
  owner: Secret,
  secretKey: Secret,
  given: Partial<Record<LoginRole, Secret | undefined>> = {},
): DatabaseAddresses {
  const names = { ...roleNamesFor(databaseNameOf(owner)) };
  const login: Partial<Record<LoginRole, Secret>> = {};
  const madeByOperator = new Set<LoginRole>();
  for (const role of loginRoles) {
    const address = given[role];
    if (address) {
      names[role] = decodeURIComponent(new URL(address.reveal()).username);
      madeByOperator.add(role);
    }
    login[role] = address ?? ownAddress(owner, names[role], secretKey);
  }
  return { owner, login: login as Record<LoginRole, Secret>, roleNames: names, madeByOperator };
}

function ownAddress(owner: Secret, roleName: string, secretKey: Secret): Secret {
  const url = new URL(owner.reveal());
  url.username = encodeURIComponent(roleName);
  url.password = rolePassword(secretKey, roleName);
  return new Secret(url.href);
}
