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
