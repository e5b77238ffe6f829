import type { OAuthClientId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';

/** An app that many users can approve (spec/oauth §1). */
export interface OAuthClient {
  readonly id: OAuthClientId;
  /** What the app calls itself by: an id that we made, or the address of its metadata document. */
  readonly clientId: string;
  readonly source: 'administrator' | 'metadata_document';
  readonly name: string;
  readonly scope: Scope;
  readonly redirectUris: readonly string[];
  /** Null for an app that cannot keep a secret. */
  readonly secretHash: Buffer | null;
  /** Of the metadata that was approved last; null where there is none. */
  readonly metadataHash: Buffer | null;
  readonly active: boolean;
}

/** Longer addresses than this are not fetched. */
const maxCharacters = 2_048;

/** Whether a client names itself by the address of a document: our own ids never look like one. */
export const isMetadataUrl = (clientId: string): boolean => /^https:/i.test(clientId);

/**
 * Whether the address may be a `client_id` (Client ID Metadata Document, section 3): https with a path, in exactly one
 * spelling: no fragment, no user, no dot segment however written, nothing that another reader could take differently.
 */
export function isValidMetadataUrl(clientId: string): boolean {
  if (clientId.length > maxCharacters || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (/[\\#"<>^`{|}]/.test(clientId) || /%(?![0-9a-f]{2})/i.test(clientId)) return false;
  const [, path] = /^https:\/\/[^/?@]+(\/[^?]+)(?:\?.*)?$/.exec(clientId) ?? [];
  if (path === undefined || path.split('/').some(isDotSegment)) return false;
  return URL.parse(clientId)?.href === clientId;
}

const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);
