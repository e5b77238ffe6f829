/**
 * The senders that Hark knows. `hmac` is for any other sender that signs, and `shared-secret` for those that send the secret
 * itself (spec/listeners §10.7).
 */
export const schemeNames = [
  'stripe',
  'github',
  'shopify',
  'slack',
  'hubspot',
  'standard-webhooks',
  'hmac',
  'shared-secret',
] as const;
export type SchemeName = (typeof schemeNames)[number];

export const algorithms = ['sha1', 'sha256', 'sha512'] as const;
export const encodings = ['hex', 'base64'] as const;

/** Where the key that identifies a repeated delivery comes from (spec/listeners §10.8). */
export const dedupes = ['auto', 'header'] as const;

/** The settings of the scheme `hmac`. */
export interface HmacSettings {
  readonly header: string;
  readonly algorithm: (typeof algorithms)[number];
  readonly encoding: (typeof encodings)[number];
  readonly prefix: string;
  readonly timestamp_header?: string | undefined;
  readonly signed_content: string;
}

/** How a listener's requests are signed (spec/listeners §10.1). The keys are those of the workspace file. */
export interface SignatureSettings extends Optional<HmacSettings> {
  readonly scheme: SchemeName | 'none';
  /** One or two templates. A request is accepted if either secret verifies it, so that secrets can be rotated. */
  readonly secret: readonly string[];
  readonly tolerance_seconds?: number | undefined;
}

type Optional<Settings> = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

export const noSignature: SignatureSettings = { scheme: 'none', secret: [] };

export const defaultToleranceSeconds = 300;

export const defaultSignedContent = 'body';

/** Returns the settings of the scheme `hmac` with the defaults of spec/listeners §10.1. */
export const withHmacDefaults = ({
  header = '',
  algorithm = 'sha256',
  encoding = 'hex',
  prefix = '',
  timestamp_header,
  signed_content = defaultSignedContent,
}: SignatureSettings): HmacSettings => ({
  header,
  algorithm,
  encoding,
  prefix,
  timestamp_header,
  signed_content,
});
