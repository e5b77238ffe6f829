import type { RoleId, UserId } from '../../lib/ids.ts';

/** Gives people whose role claim contains `value` a role. */
export interface RoleMapping {
  readonly value: string;
  readonly role: RoleId;
}

/** What an administrator sets up about the identity provider of their workspace (spec/single-sign-on §1.1). */
export interface ProviderSettings {
  /** Shown on the sign-in page: "Sign in with NAME". */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Domains of email addresses, in lower case. If empty, all are allowed. */
  readonly allowedDomains: readonly string[];
  /** Whether email addresses are accepted although the provider doesn't say that it verified them. */
  readonly trustsEmail: boolean;
  /** The claim that decides the role. Null if the provider doesn't decide it. */
  readonly roleClaim: string | null;
  /** The first mapping that matches decides. */
  readonly roleMap: readonly RoleMapping[];
  /** For people without a mapped role. If null, they are refused. */
  readonly defaultRole: RoleId | null;
}

export interface Provider extends ProviderSettings {
  /** Whether everyone except the break-glass administrator must sign in with this provider. */
  readonly isRequired: boolean;
  readonly breakGlassUser: UserId | null;
}

/** The URLs to register at the provider (spec/single-sign-on §1.2). */
export const ssoRedirectUri = (baseUrl: string): string => `${baseUrl}/sign-in/sso/callback`;
export const ssoLogoutUri = (baseUrl: string): string => `${baseUrl}/sign-in/sso/logout`;
