import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { parseBaseUrl } from './base-url.ts';
import type { Workspace } from './workspace.ts';
import {
  lockHosts,
  lockWorkspace,
  raiseTemplateValues,
  selectSharedHost,
  updateListenerHost,
} from './workspace-store.ts';

/** Returns the scheme, host and port of listener URLs. The scheme is the same as in the base URL. */
export const listenerBaseUrl = ({
  baseUrl,
  listenerHost,
}: Pick<Workspace, 'baseUrl' | 'listenerHost'>): string =>
  listenerHost === null ? baseUrl : `${new URL(baseUrl).protocol}//${listenerHost}`;

/**
 * Normalizes a listener host to the form used in a `Host` header, or returns undefined if it is invalid. Its
 * name must differ from the console's, because browsers don't separate cookies by port.
 */
export function parseListenerHost(text: string, baseUrl: string): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  const parsed = parseBaseUrl(`${protocol}//${text}`);
  return parsed && new URL(parsed.baseUrl).hostname !== hostname ? parsed.host : undefined;
}

/**
 * Gives a workspace's listeners a separate host, or removes it if null. As soon as the transaction commits,
 * listeners are served only there: if the console's host served them too, nothing would be isolated.
 */
export async function changeListenerHost(
  change: Change,
  wanted: string | null | undefined,
): Promise<string | null> {
  const { transaction, workspace } = change;
  const { name, listenerHost } = await lockWorkspace(transaction, workspace);
  if (wanted === undefined) return listenerHost;
  const changed = changedValues({ listener_host: listenerHost }, { listener_host: wanted });
  if (!changed) return listenerHost;
  await updateListenerHost(transaction, workspace, wanted);
  await requireSeparateHosts(transaction, workspace);
  // Listeners compare origins with their own host.
  await raiseTemplateValues(transaction, workspace);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'workspace', id: workspace, name },
    ...changed,
  });
  return wanted;
}

/**
 * Throws if another workspace uses one of the hosts that were just written for this workspace. A table
 * constraint already keeps base URLs unique. Waits for other transactions that change hosts.
 */
export async function requireSeparateHosts(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await lockHosts(transaction);
  const shared = await selectSharedHost(transaction, workspace);
  if (shared === undefined) return;
  throw conflict('host_taken', `${shared} is already used by a workspace, as its base_url or listener_host.`);
}

/**
 * Throws if the base URL has the same host name as the listener host. Used by commands that move a workspace.
 */
export function requireOtherHostname({ listenerHost }: Workspace, baseUrl: string): void {
  if (listenerHost === null || parseListenerHost(listenerHost, baseUrl) !== undefined) return;
  throw invalid(
    'bad_base_url',
    `The listeners of this workspace are served at ${listenerHost}, so the base URL must use a different host name.`,
  );
}
