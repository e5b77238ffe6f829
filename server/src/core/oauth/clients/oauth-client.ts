import type { OAuthClientId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';

/** An app that many users can approve (spec/oauth §1). */
export interface OAuthClient {
  readonly id: OAuthClientId;
  /** An ID that Hark generated, or the URL of the app's metadata document. */
  readonly clientId: string;
  readonly source: 'administrator' | 'metadata_document';
  readonly name: string;
  readonly scope: Scope;
  readonly redirectUris: readonly string[];
  /** Null for public clients. */
  readonly secretHash: Buffer | null;
  /** A hash of the metadata that was last approved; null if the app has no document. */
  readonly metadataHash: Buffer | null;
  readonly active: boolean;
}

/** The max length of a URL; longer ones aren't fetched. */
const maxCharacters = 2_048;

/** Returns whether a client ID is a document's URL. Generated IDs never look like a URL. */
export const isMetadataUrl = (clientId: string): boolean => /^https:/i.test(clientId);

/**
 * Returns whether the URL can be a `client_id` (Client ID Metadata Document, section 3). It must be an https
 * URL with a path, in canonical form. It must have no fragment, user or dot segment in any encoding, and
 * nothing that parsers interpret differently.
 */
export function isValidMetadataUrl(clientId: string): boolean {
  if (clientId.length > maxCharacters || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (/[\\#"<>^`{|}]/.test(clientId) || /%(?![0-9a-f]{2})/i.test(clientId)) return false;
  const [, path] = /^https:\/\/[^/?@]+(\/[^?]+)(?:\?.*)?$/.exec(clientId) ?? [];
  if (path === undefined || path.split('/').some(isDotSegment)) return false;
  return URL.parse(clientId)?.href === clientId;
}

const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);
