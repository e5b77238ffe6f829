import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRedirectUri } from './redirect-uri.ts';

/** The parts of a client metadata document that Hark uses. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const maxRedirectUris = 20;
const maxNameCharacters = 100;

/** The schema of the document. Other fields are ignored. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});

/**
 * Reads the document at `url`; undefined if it is invalid (Client ID Metadata Document, section 4). The
 * document must contain its own URL, a name and redirect URIs that could be registered, and must not contain
 * a secret.
 */
export function readClientMetadata(url: string, document: unknown): ClientMetadata | undefined {
  const { success, data } = documentSchema.safeParse(document);
  if (!success || data.client_id !== url) return undefined;
  const name = printableName(data.client_name);
  if (name === '' || !data.redirect_uris.every(isRedirectUri)) return undefined;
  return { name, redirectUris: data.redirect_uris };
}

/** Cleans up a name from an untrusted source: one line, without bidirectional or invisible characters. */
export const printableName = (name: string): string =>
  [...name.normalize('NFC').replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')]
    .slice(0, maxNameCharacters)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a hash that shows whether an app's metadata still matches what was approved. */
export const metadataHash = ({ name, redirectUris }: ClientMetadata): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, redirectUris]))
    .digest();
