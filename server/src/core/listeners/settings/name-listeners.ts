import type { ListenerId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectWorkflowNames } from './listener-store.ts';

/** The workflows of these listeners; a listener that was deleted is left out. */
export const nameListeners = ({ db }: Context, workspace: WorkspaceId, listeners: readonly ListenerId[]) =>
  db.read(workspace, (transaction) => selectWorkflowNames(transaction, workspace, listeners));
