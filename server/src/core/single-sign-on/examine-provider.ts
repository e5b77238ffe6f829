import type { ServerMetadata } from 'openid-client';
import type { Egress } from '../../lib/egress/egress.ts';
import { isIssuer, issuerOf } from './check-settings.ts';
import { asymmetric, discover, readKeys } from './protocol.ts';
import { ProviderFailure } from './refusal.ts';

export interface ProviderFinding {
  readonly check: 'metadata' | 'sign_in' | 'signatures' | 'claims' | 'logout';
  readonly ok: boolean;
  readonly says: string;
}

/** Reads a provider's metadata and keys, and reports what would keep people from signing in. */
export async function examineProvider(
  egress: Egress,
  given: string,
  allow: ReadonlySet<string>,
): Promise<ProviderFinding[]> {
  const issuer = issuerOf(given);
  if (!isIssuer(issuer, allow))
    return [{ check: 'metadata', ok: false, says: 'The issuer must be an https URL without a query.' }];
  try {
    const metadata = await discover(egress, { issuer, clientId: 'hark' });
    return [
      { check: 'metadata', ok: true, says: 'The provider published its metadata for this issuer.' },
      signIn(metadata),
      await signatures(egress, metadata),
      claims(metadata),
      logout(metadata),
    ];
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return [{ check: 'metadata', ok: false, says: error.message }];
  }
}

function signIn(metadata: ServerMetadata): ProviderFinding {
  const { authorization_endpoint, token_endpoint, response_types_supported: types } = metadata;
  const ok = !!authorization_endpoint && !!token_endpoint && (types === undefined || types.includes('code'));
  const says = ok
    ? 'The authorization code flow is supported.'
    : "The provider doesn't offer the authorization code flow.";
  return { check: 'sign_in', ok, says };
}

async function signatures(egress: Egress, metadata: ServerMetadata): Promise<ProviderFinding> {
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  if (!algorithms.some((one) => asymmetric.includes(one))) {
    const says = 'The provider signs ID tokens with none of the accepted algorithms, such as RS256 or ES256.';
    return { check: 'signatures', ok: false, says };
  }
  const keys = await readKeys(egress, metadata);
  const ok = keys.keys.length > 0;
  const says = ok ? "The provider's keys can be read." : 'The provider publishes no keys.';
  return { check: 'signatures', ok, says };
}

function claims({ scopes_supported: scopes }: ServerMetadata): ProviderFinding {
  const ok = scopes === undefined || scopes.includes('email');
  const says = ok
    ? 'The provider can send email addresses.'
    : "The provider doesn't list the scope email, so it may not send email addresses.";
  return { check: 'claims', ok, says };
}

function logout({ backchannel_logout_supported }: ServerMetadata): ProviderFinding {
  const says =
    backchannel_logout_supported === true
      ? 'The provider can end sessions in Hark. Register the logout URL to use it.'
      : "The provider doesn't announce back-channel logout, so sessions in Hark end only by themselves.";
  return { check: 'logout', ok: true, says };
}
