import { createHash } from 'node:crypto';
import type { ListenerId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { type DeliveryReceipt, selectReceipt } from './receipt-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds what became of a delivery to a listener, by its key or its run's ID, without anything of its content
 * (spec/listeners §11.3). Other listeners' deliveries are unknown.
 */
export function findReceipt(
  { db }: Context,
  workspace: WorkspaceId,
  listener: ListenerId,
  key: string,
): Promise<DeliveryReceipt | undefined> {
  // A key from a header was hashed as Node decodes headers, as Latin-1.
  const hashes = [key, Buffer.from(key).toString('latin1')].map((text) => hashDeliveryKey(text));
  const run = uuid.test(key) ? key : null;
  return db.read(workspace, (transaction) =>
    selectReceipt(transaction, { workspace, listener, hashes, run }),
  );
}

/** Only the hash of a delivery's key is stored (spec/listeners §8). */
export const hashDeliveryKey = (key: string): Buffer => createHash('sha256').update(key).digest();
