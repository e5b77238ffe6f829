import { type Change, concealed, recordAudit } from '../../audit/index.ts';
import type { Listener } from './listener.ts';
import { updateHashes } from './listener-store.ts';
import { randomHash } from './random-hash.ts';

/** Gives a listener another address. The old one is unknown from the very next request, on every process. */
export async function renewAddress(
  change: Change,
  { id }: Pick<Listener, 'id'>,
  workflow: { readonly name: string },
): Promise<void> {
  const hashes = { firstHash: randomHash(), secondHash: randomHash() };
  await updateHashes(change.transaction, change.workspace, id, hashes);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'listener', id, name: workflow.name },
    // Whoever knows the address of a listener without protections may call it.
    old: { address: concealed },
    new: { address: concealed },
  });
}
