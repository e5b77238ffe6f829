import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { WorkspaceSettings } from './settings.ts';
import { selectSettings } from './workspace-store.ts';

export const readSettings = ({ db }: Context, workspace: WorkspaceId): Promise<WorkspaceSettings> =>
  db.read(workspace, (transaction) => selectSettings(transaction, workspace));
