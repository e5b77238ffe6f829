import type { Change } from '../audit/index.ts';
import { listenerUrl } from '../listeners/index.ts';
import { removeWorkflow, saveWorkflow } from '../workflows/index.ts';
import type { Absent, WorkflowItem } from './file-schema.ts';

export type WorkflowResult = { name: string } & (
  | Absent
  | {
      id: number;
      owner: string;
      enabled: boolean;
      version: number;
      listener: { url: string; endpoint_key?: string | null; endpoint_secret?: string | null };
    }
);

/** A workflow with its listener, published at once. Returns key and secret if set here, or on request. */
export async function applyWorkflow(
  change: Change,
  item: WorkflowItem,
  workspace: Parameters<typeof listenerUrl>[0],
  showSecrets: boolean,
): Promise<WorkflowResult> {
  const { name } = item;
  if (item.state === 'absent') {
    await removeWorkflow(change, name);
    return { name, state: 'absent' };
  }
  const { id, owner, enabled, publishedVersion, listener, isNew } = await saveWorkflow(change, item);
  const { endpoint_key, endpoint_secret } = listener.settings;
  return {
    id,
    name,
    owner: owner.email,
    enabled,
    version: publishedVersion,
    listener: {
      url: listenerUrl(workspace, listener),
      ...(isNew.endpoint_key || showSecrets ? { endpoint_key } : {}),
      ...(isNew.endpoint_secret || showSecrets ? { endpoint_secret } : {}),
    },
  };
}
