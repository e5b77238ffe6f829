import type { JSONWebKeySet } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { createTimedCache } from '../../lib/cache/timed-cache.ts';
import type { Egress } from '../../lib/egress/egress.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { discover, readKeys } from './protocol.ts';
import type { ProviderSettings } from './provider.ts';

/** How long the documents of a provider are used (spec/single-sign-on §3.2). */
const keptMs = 5 * 60_000;
/** How often requests that anyone can send make Hark read a document again. */
const retryMs = 5_000;
const maxProviders = 200;

const metadata = createTimedCache<ServerMetadata>({ most: maxProviders, retryMs });
const keys = createTimedCache<JSONWebKeySet>({ most: maxProviders, retryMs });

/** Who reads a provider's documents, and when. */
export interface DocumentReader {
  readonly egress: Egress;
  readonly workspace: WorkspaceId;
  readonly now: Date;
}

type Provider = Pick<ProviderSettings, 'issuer' | 'clientId'>;

const nameOf = (workspace: WorkspaceId, { issuer }: Provider) => `${workspace} ${issuer}`;

/** Returns the provider's metadata, at most five minutes old. @throws ProviderFailure */
export const providerMetadata = (
  { egress, workspace, now }: DocumentReader,
  provider: Provider,
): Promise<ServerMetadata> =>
  metadata.load(egress, nameOf(workspace, provider), { now, maxAgeMs: keptMs }, () =>
    discover(egress, provider),
  );

/**
 * Returns the provider's public keys, at most five minutes old. If a signature matches none of them, `isStale` reads
 * them again unless they were read a moment ago.
 * @throws ProviderFailure
 */
export const providerKeys = async (
  reader: DocumentReader,
  provider: Provider,
  { isStale }: { readonly isStale: boolean },
): Promise<JSONWebKeySet> => {
  const { egress, workspace, now } = reader;
  const found = await providerMetadata(reader, provider);
  const maxAgeMs = isStale ? retryMs : keptMs;
  return keys.load(egress, nameOf(workspace, provider), { now, maxAgeMs }, () => readKeys(egress, found));
};
