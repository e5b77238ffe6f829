import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRedirectUri } from './redirect-uri.ts';

/** What counts of a client metadata document: who asks, and where people are sent back to. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const maxRedirectUris = 20;
const maxNameCharacters = 100;

/** A document may say more; what is not named here does not count. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()).min(1).max(maxRedirectUris),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});

/**
 * What the document at `url` says, or undefined when it is no valid one (Client ID Metadata Document, section 4): it names
 * its own address, has a name and redirect addresses that could be registered, and asks for no secret.
 */
export function readClientMetadata(url: string, document: unknown): ClientMetadata | undefined {
  const { success, data } = documentSchema.safeParse(document);
  if (!success || data.client_id !== url) return undefined;
  const name = printableName(data.client_name);
  if (name === '' || !data.redirect_uris.every(isRedirectUri)) return undefined;
  return { name, redirectUris: data.redirect_uris };
}

/** A stranger's name for his app: one line, without characters that turn the text around or hide in it. */
export const printableName = (name: string): string =>
  [...name.normalize('NFC').replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')]
    .slice(0, maxNameCharacters)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** Tells whether what an app says of itself is still what was approved. */
export const metadataHash = ({ name, redirectUris }: ClientMetadata): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, redirectUris]))
    .digest();
