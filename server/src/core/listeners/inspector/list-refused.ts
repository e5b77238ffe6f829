import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectRefusedOfWorkflow } from './refused-store.ts';

/**
 * The newest requests that the listener of a workflow rejected, for the request inspector
 * (spec/listeners §5.4).
 */
export const listRefused = ({ db }: Context, workspace: WorkspaceId, workflow: WorkflowId, most: number) =>
  db.read(workspace, (transaction) => selectRefusedOfWorkflow(transaction, workspace, workflow, most));
