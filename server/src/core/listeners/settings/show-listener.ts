import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { ListenerId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { tokenRefusals } from '../checks/refusals.ts';
import { selectRefusedOfWorkflow } from '../inspector/refused-store.ts';
import { type Listener, type ListenerSettings, listenerUrl } from './listener.ts';
import { selectListener, selectWorkflowNames } from './listener-store.ts';

/** What settings can read: the workspace and its secrets, not the request (spec/listeners §2.2). */
export interface TemplateSight {
  readonly variables: {
    readonly workspace: Readonly<Record<string, string>>;
    readonly secrets: Readonly<Record<string, string>>;
  };
  readonly zone: string;
}

export function sightOf(
  { workspace: { name, baseUrl, zone } }: Pick<Listener, 'workspace'>,
  secrets: ReadonlyMap<string, string>,
): TemplateSight {
  return {
    variables: {
      workspace: { name, base_url: baseUrl, timezone: zone },
      secrets: Object.fromEntries(secrets),
    },
    zone,
  };
}

const maxRefused = 5;

/**
 * A listener as shown to users who can see the workflow. Only users who can edit the workflow see the key and
 * the secret.
 */
export interface ShownListener
  extends Omit<ListenerSettings, 'endpoint_key' | 'endpoint_secret' | 'signature'> {
  readonly signature: Omit<ListenerSettings['signature'], 'secret'>;
  readonly url: string;
  readonly isSwitchedOn: boolean;
  readonly refused: Awaited<ReturnType<typeof selectRefusedOfWorkflow>>;
}

/** Returns undefined if the workflow has no listener. */
export async function showListener(
  transaction: Transaction,
  workspace: Workspace,
  workflow: WorkflowId,
  key: InstallationKey,
): Promise<ShownListener | undefined> {
  const [listener, refused] = await Promise.all([
    selectListener(transaction, workspace.id, workflow, key),
    // Activity views show no request that failed the token check (spec/listeners §5.4).
    selectRefusedOfWorkflow(transaction, workspace.id, workflow, {
      most: maxRefused,
      leftOut: tokenRefusals,
    }),
  ]);
  if (!listener) return undefined;
  const { endpoint_key: _, endpoint_secret: __, signature, ...settings } = listener.openSettings();
  const { secret: ___, ...shownSignature } = signature;
  const url = listenerUrl(workspace, listener);
  return { ...settings, signature: shownSignature, url, isSwitchedOn: listener.isSwitchedOn, refused };
}

/** Returns the listeners' names. Deleted listeners are omitted. */
export const nameListeners = ({ db }: Context, workspace: WorkspaceId, listeners: readonly ListenerId[]) =>
  db.read(workspace, (transaction) => selectWorkflowNames(transaction, workspace, listeners));
