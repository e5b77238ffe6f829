import type { Principal } from '../../access/index.ts';
import { metadataHash } from './client-metadata.ts';
import { DocumentFault, documentChecks, type MetadataDocuments } from './metadata-documents.ts';
import type { OAuthClient } from './oauth-client.ts';

/** A check of a document that passed, failed, or was skipped because an earlier check failed. */
export interface DocumentCheck {
  readonly check: DocumentFault['check'];
  readonly isPassed: boolean | null;
}

/** An app's current document, compared with the metadata that was last approved. */
export interface ComparedDocument {
  readonly checks: readonly DocumentCheck[];
  /** Why a check failed. */
  readonly problem: string | null;
  readonly fetchedAt: Date | null;
  /** False before the first approval, when there is nothing to compare with. */
  readonly isApproved: boolean;
  readonly isChanged: boolean;
  /** The current value; null if the document can't be read or the value hasn't changed. */
  readonly name: string | null;
  readonly addedUris: readonly string[];
  readonly removedUris: readonly string[];
}

/**
 * Reads an app's document in the same way as a sign-in, and reports what has changed since it was approved.
 */
export async function compareDocument(
  documents: MetadataDocuments,
  { workspace, user }: Pick<Principal, 'workspace' | 'user'>,
  client: OAuthClient,
): Promise<ComparedDocument> {
  const isApproved = client.metadataHash !== null;
  try {
    const { metadata, fetchedAt } = await documents.read(workspace, client.clientId, `user ${user.id}`);
    const isChanged = isApproved && !client.metadataHash.equals(metadataHash(metadata));
    return {
      checks: documentChecks.map((check) => ({ check, isPassed: true })),
      problem: null,
      fetchedAt,
      isApproved,
      isChanged,
      name: isChanged && metadata.name !== client.name ? metadata.name : null,
      addedUris: isChanged ? without(metadata.redirectUris, client.redirectUris) : [],
      removedUris: isChanged ? without(client.redirectUris, metadata.redirectUris) : [],
    };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return {
      checks: checksUpTo(error.check),
      problem: error.message,
      fetchedAt: null,
      isApproved,
      isChanged: false,
      name: null,
      addedUris: [],
      removedUris: [],
    };
  }
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one));

function checksUpTo(failed: DocumentFault['check']): DocumentCheck[] {
  const at = documentChecks.indexOf(failed);
  return documentChecks.map((check, index) => ({
    check,
    isPassed: index === at ? false : index < at || null,
  }));
}
