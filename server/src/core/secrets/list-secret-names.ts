import type { WorkspaceId } from '../../lib/ids.ts';
import type { Read } from '../access/index.ts';
import { selectSecrets } from './secret-store.ts';

/** What templates can name behind `secrets.`; never a value. */
export const listSecretNames =
  (workspace: WorkspaceId): Read<string[]> =>
  async (transaction) =>
    (await selectSecrets(transaction, workspace)).map(({ name }) => name);
