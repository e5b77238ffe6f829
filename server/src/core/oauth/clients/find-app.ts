import { invalid } from '../../../lib/errors.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { Context } from '../../context/index.ts';
import { selectSettings, type Workspace, type WorkspaceSettings } from '../../workspaces/index.ts';
import { type ClientMetadata, metadataHash } from './client-metadata.ts';
import type { MetadataDocuments } from './metadata-documents.ts';
import type { OAuthClient } from './oauth-client.ts';
import { isMetadataUrl } from './oauth-client.ts';
import { selectByClientId } from './oauth-client-store.ts';

export interface OAuthContext extends Context {
  readonly documents: MetadataDocuments;
}

/** The app that makes a request, in its current state. */
export interface App {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Null before the first approval. */
  readonly scope: Scope | null;
  /** The app's metadata document, if it has one. */
  readonly metadata: ClientMetadata | undefined;
  /**
   * Whether the app is trusted in this workspace: an administrator created it, or a user approved it before.
   */
  readonly isKnown: boolean;
  /** Whether the app's metadata differs from what was last approved. */
  readonly isChanged: boolean;
}

/**
 * Finds the app with a `client_id`, for a caller at IP address `address`. The app was created in the
 * workspace (spec/oauth §1.1), or its metadata document describes it (spec/oauth §1.2).
 */
export async function findApp(
  { db, documents }: OAuthContext,
  workspace: Workspace,
  clientId: string | undefined,
  address: string,
): Promise<App> {
  if (clientId === undefined) throw invalid('invalid_request', 'The client_id is missing.');
  const [client, settings] = await db.read(workspace.id, (transaction) =>
    Promise.all([
      selectByClientId(transaction, workspace.id, clientId),
      selectSettings(transaction, workspace.id),
    ]),
  );
  if (client && !client.active) throw switchedOff();
  if (client?.source === 'administrator') return recordedApp(client);
  if (!isMetadataUrl(clientId)) throw unknownClient();
  requireAllowed(settings.metadata_clients, client);
  const { metadata } = await documents.read(workspace, clientId, address);
  return documentedApp(clientId, metadata, client);
}

/** Throws unless the workspace allows apps that identify themselves by a document. */
export function requireAllowed(
  rule: WorkspaceSettings['metadata_clients'],
  client: OAuthClient | undefined,
): void {
  if (rule === 'allowed' || (rule === 'pre_approved' && client)) return;
  throw invalid(
    'invalid_client',
    rule === 'off'
      ? 'This workspace accepts only apps that an administrator has created.'
      : 'This workspace accepts only approved apps. Ask an administrator to approve this one.',
  );
}

const recordedApp = ({ clientId, name, redirectUris, scope }: OAuthClient): App => ({
  clientId,
  name,
  redirectUris,
  scope,
  metadata: undefined,
  isKnown: true,
  isChanged: false,
});

const documentedApp = (clientId: string, metadata: ClientMetadata, client: OAuthClient | undefined): App => ({
  clientId,
  name: metadata.name,
  redirectUris: metadata.redirectUris,
  scope: client?.scope ?? null,
  metadata,
  isKnown: client !== undefined,
  isChanged: client?.metadataHash != null && !client.metadataHash.equals(metadataHash(metadata)),
});

export const switchedOff = () =>
  invalid('invalid_client', 'This app is disabled in this workspace. Ask an administrator.');

const unknownClient = () =>
  invalid(
    'invalid_client',
    'The client_id is unknown in this workspace. Ask an administrator to create an OAuth client.',
  );
