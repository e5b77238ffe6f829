import type { OAuthClientId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';

/** An app that many users can approve (spec/oauth §1). */
export interface OAuthClient {
  readonly id: OAuthClientId;
  /** An id that Hark generated, or the URL of its metadata document. */
  readonly clientId: string;
  readonly source: 'administrator' | 'metadata_document';
  readonly name: string;
  readonly scope: Scope;
  readonly redirectUris: readonly string[];
  /** Null for public clients. */
  readonly secretHash: Buffer | null;
  /** Of the metadata approved last; null without a document. */
  readonly metadataHash: Buffer | null;
  readonly active: boolean;
}

/** Longer URLs are not fetched. */
const maxCharacters = 2_048;

/** Whether a client id is the URL of a document. Generated ids never look like one. */
export const isMetadataUrl = (clientId: string): boolean => /^https:/i.test(clientId);

/**
 * Whether the URL can be a `client_id` (Client ID Metadata Document, section 3): https with a path, in
 * canonical form. No fragment, user or dot segment in any encoding, nothing that parsers read differently.
 */
export function isValidMetadataUrl(clientId: string): boolean {
  if (clientId.length > maxCharacters || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (/[\\#"<>^`{|}]/.test(clientId) || /%(?![0-9a-f]{2})/i.test(clientId)) return false;
  const [, path] = /^https:\/\/[^/?@]+(\/[^?]+)(?:\?.*)?$/.exec(clientId) ?? [];
  if (path === undefined || path.split('/').some(isDotSegment)) return false;
  return URL.parse(clientId)?.href === clientId;
}

const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);
