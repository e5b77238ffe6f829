import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { selectRefused } from './refused-store.ts';

/** The newest requests that the listener of a workflow refused: the request inspector (decisions 3). */
export const listRefused = ({ db }: Context, workspace: WorkspaceId, workflow: WorkflowId, most: number) =>
  db.read(workspace, (transaction) => selectRefused(transaction, workspace, workflow, most));
