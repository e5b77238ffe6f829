import { emailKey, isEmail } from '../../lib/email.ts';
import type { RoleId } from '../../lib/ids.ts';
import { isRecord } from '../../lib/json.ts';
import { oneLine } from '../../lib/one-line.ts';
import { isStorable } from '../../lib/storable.ts';
import type { Provider } from './provider.ts';
import { SsoRefusal } from './refusal.ts';

export type Claims = Readonly<Record<string, unknown>>;

const maxNameLength = 200;
const maxSubjectLength = 255;

/** A person whose claims satisfy the workspace's rules. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** The role that the provider decides. Undefined if it doesn't decide roles. */
  readonly role: RoleId | null | undefined;
  readonly sid: string | null;
}

/**
 * Checks a person's claims against the workspace's rules (spec/single-sign-on §2.3). The library has checked the
 * ID token itself.
 * @throws SsoRefusal
 */
export function readIdentity(provider: Provider, claims: Claims): Identity {
  const { iss, sub, email, sid } = claims;
  if (typeof iss !== 'string' || !isPlain(sub, maxSubjectLength))
    throw new SsoRefusal('the ID token has no usable subject');
  if (typeof email !== 'string' || !isEmail(email) || !isStorable(email))
    throw new SsoRefusal('the provider sent no usable email address');
  if (claims.email_verified !== true && !provider.trustsEmail)
    throw new SsoRefusal('the provider has not verified the email address');
  const domain = emailKey(email).split('@')[1] ?? '';
  // Without the provider's confirmation, only the list of domains keeps strangers out.
  const isOpen = provider.allowedDomains.length === 0 && !provider.trustsEmail;
  if (!isOpen && !provider.allowedDomains.includes(domain))
    throw new SsoRefusal(`the domain ${domain} is not allowed`);
  return {
    issuer: iss,
    subject: sub,
    email,
    name: nameOf(claims, email),
    role: roleOf(provider, claims),
    sid: isPlain(sid, maxSubjectLength) ? sid : null,
  };
}

const isPlain = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && isStorable(value);

function nameOf({ name, given_name, family_name }: Claims, email: string): string {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string').join(' ');
  const found = [name, parts].find(
    (text) => typeof text === 'string' && text.trim() !== '' && isStorable(text),
  );
  const shown = typeof found === 'string' ? found : email;
  return oneLine(shown).slice(0, maxNameLength).toWellFormed();
}

/** Returns the role of the first mapping that matches. Null if none does. */
function roleOf({ roleClaim, roleMap }: Provider, claims: Claims): RoleId | null | undefined {
  if (roleClaim === null) return undefined;
  const found = [findClaim(claims, roleClaim)].flat();
  return roleMap.find(({ value }) => found.includes(value))?.role ?? null;
}

/** Finds a claim by its name, or by a path such as `realm_access.roles`. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const key of name.split('.'))
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}
