import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { selectSecretNames } from './secret-store.ts';

/** What templates can name behind `secrets.`; never a value. */
export const listSecretNames = async ({ db }: Context, workspace: WorkspaceId): Promise<string[]> => {
  const secrets = await db.read(workspace, (transaction) => selectSecretNames(transaction, workspace));
  return secrets.map(({ name }) => name);
};
