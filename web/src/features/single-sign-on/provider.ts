import type { ApiInput, ApiResponse } from '../../api/call.ts';

export type SsoAnswer = ApiResponse<'GET /single-sign-on'>;
export type Provider = NonNullable<SsoAnswer['provider']>;

/** What the form contains. Roles are text, because selects have text values. */
export interface ProviderValues {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly domains: string;
  readonly trustsEmail: boolean;
  readonly claim: string;
  readonly map: readonly { readonly key: number; readonly value: string; readonly role: string }[];
  readonly defaultRole: string;
}

export const valuesOf = (provider: Provider | null): ProviderValues => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.client_id ?? '',
  secret: '',
  domains: provider?.allowed_domains.join(', ') ?? '',
  trustsEmail: provider?.trusts_email ?? false,
  claim: provider?.role_claim ?? '',
  map: (provider?.role_map ?? []).map(({ value, role_id }, key) => ({ key, value, role: String(role_id) })),
  defaultRole: String(provider?.default_role_id ?? ''),
});

export const bodyOf = (values: ProviderValues): ApiInput<'PUT /single-sign-on'>['body'] => ({
  name: values.name,
  issuer: values.issuer,
  client_id: values.clientId,
  ...(values.secret !== '' && { client_secret: values.secret }),
  allowed_domains: values.domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
  trusts_email: values.trustsEmail,
  role_claim: values.claim.trim() === '' ? null : values.claim,
  role_map:
    values.claim.trim() === '' ? [] : values.map.map(({ value, role }) => ({ value, role_id: Number(role) })),
  default_role_id: values.defaultRole === '' ? null : Number(values.defaultRole),
});

export const staleSso = ['GET /single-sign-on'] as const;
