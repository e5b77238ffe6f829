import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { countInFlight } from '../dispatch/in-flight-store.ts';

/** How many runs of a workspace are in flight, and how many wait for a free slot, as it is now. */
export const readInFlight = ({ db }: Context, workspace: WorkspaceId) =>
  db.read(workspace, (transaction) => countInFlight(transaction, workspace));
