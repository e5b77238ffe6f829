import { HarkError } from '../../lib/errors.ts';
import type { ProviderSettings } from './provider.ts';

export interface SettingsIssue {
  readonly key:
    | 'name'
    | 'issuer'
    | 'client_id'
    | 'client_secret'
    | 'allowed_domains'
    | 'role_claim'
    | 'role_map';
  readonly message: string;
}

/** What is wrong with the settings, by field (spec/single-sign-on §1.1). */
export class ProviderProblem extends HarkError {
  readonly issues: readonly SettingsIssue[];

  constructor(issues: readonly SettingsIssue[]) {
    super('invalid', 'invalid_provider', issues.map(({ key, message }) => `${key} ${message}`).join('; '));
    this.issues = issues;
  }
}

const maxText = 500;
const wellKnown = /\/\.well-known\/openid-configuration\/?$/;

/** Returns the issuer, also if someone has pasted the URL of its metadata. */
export const issuerOf = (text: string): string => text.trim().replace(wellKnown, '');

/** Returns a domain as it is compared. People paste "@example.com", too. */
export const domainOf = (text: string): string => text.trim().toLowerCase().replace(/^@/, '');

/** @throws ProviderProblem */
export function requireGoodSettings(settings: ProviderSettings, allow: ReadonlySet<string>): void {
  const issues: SettingsIssue[] = [];
  const check = (key: SettingsIssue['key'], isGood: boolean, message: string) => {
    if (!isGood) issues.push({ key, message });
  };
  const isText = (text: string) => text !== '' && text.length <= maxText;
  const { allowedDomains, roleMap, roleClaim } = settings;
  check('name', isText(settings.name), 'is required');
  check('issuer', isIssuer(settings.issuer, allow), 'must be an https URL without a query');
  check('client_id', isText(settings.clientId), 'is required');
  check('allowed_domains', allowedDomains.every(isDomain), 'must be domains such as example.com');
  check(
    'allowed_domains',
    !settings.trustsEmail || allowedDomains.length > 0,
    'must not be empty if unverified email addresses are accepted',
  );
  check('role_claim', roleClaim === null || isText(roleClaim), 'must have 1 to 500 characters');
  check('role_map', roleClaim !== null || roleMap.length === 0, 'needs a role claim');
  check(
    'role_map',
    roleMap.every(({ value }) => isText(value)),
    'must not have empty values',
  );
  const values = new Set(roleMap.map(({ value }) => value));
  check('role_map', values.size === roleMap.length, 'must have each value only once');
  if (issues.length > 0) throw new ProviderProblem(issues);
}

const isDomain = (text: string): boolean =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text) && text.length <= 253;

/** http is accepted only for hosts and ports in HARK_EGRESS_ALLOW. */
export function isIssuer(text: string, allow: ReadonlySet<string>): boolean {
  const url = text.length <= 2_048 && /^https?:\/\/[^\s?#@]+$/.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' || allow.has(`${url?.hostname}:${url?.port || 80}`);
}
