import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Versions } from './credential-store.ts';
import { selectCacheVersions } from './principal-store.ts';

/** For whoever came in by a session: what every API request reads with its credential. */
export const readVersions = ({ db }: Context, workspace: WorkspaceId): Promise<Versions> =>
  db.read(workspace, (transaction) => selectCacheVersions(transaction, workspace));
