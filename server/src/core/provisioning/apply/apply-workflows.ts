import { HarkError } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import { listenerUrl } from '../../listeners/index.ts';
import { type ShownTrigger, saveTriggers, TriggerProblem } from '../../triggers/index.ts';
import { removeWorkflow, saveWorkflow } from '../../workflows/index.ts';
import type { Absent, WorkflowItem } from '../file/file-schema.ts';
import { ItemProblem } from '../file/problem.ts';

export type WorkflowResult = { name: string } & (
  | Absent
  | {
      id: number;
      owner: string;
      enabled: boolean;
      version: number;
      listener: { url: string; endpoint_key?: string | null; endpoint_secret?: string | null };
      triggers: ShownTrigger[];
    }
);

/**
 * Applies a workflow with its listener and publishes it immediately. Returns the key and the secret if this
 * call set them, or on request.
 */
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
  const saved = await saveWorkflow(change, item).catch(locate);
  const { id, owner, enabled, publishedVersion, listener, isNew } = saved;
  const triggers = await saveTriggers(change, saved, item.triggers).catch(locate);
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
    triggers,
  };
}

/** Adds the path to an error that only shows once the workspace is known. */
function locate(error: unknown): never {
  if (error instanceof HarkError && error.code === 'signature_secret_missing')
    throw new ItemProblem(['listener', 'signature', 'secret'], 'is required.');
  if (error instanceof TriggerProblem) throw new ItemProblem(['triggers', ...error.path], error.message);
  throw error;
}
