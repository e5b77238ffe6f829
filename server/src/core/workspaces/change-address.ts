import { violatedUnique } from '../../db/driver/database-error.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { parseBaseUrl } from './base-url.ts';
import { requireOtherHostname, requireSeparateHosts } from './listener-host.ts';
import type { Workspace } from './workspace.ts';
import { lockState, raiseTemplateValues, updateAddress } from './workspace-store.ts';

/** Throws an explanation if the base URL is invalid (spec/provisioning §1.1). */
export function requireBaseUrl(text: string): { baseUrl: string; host: string } {
  const parsed = parseBaseUrl(text);
  if (parsed) return parsed;
  throw invalid(
    'bad_base_url',
    `${text} isn't a valid base URL. Use scheme, host and optional port, without a path or trailing slash, such as https://crm.example.com.`,
  );
}

/**
 * Changes a workspace's base URL. As soon as the transaction commits, the workspace is served only there. All
 * credentials stay valid, but users must sign in again, because browsers keep session cookies for the old
 * host.
 */
export function changeAddress(
  context: Context,
  actor: Actor,
  id: WorkspaceId,
  to: { baseUrl: string; host: string },
): Promise<Workspace> {
  const moved = context.db.write(id, async (transaction) => {
    const { workspace, isMoving } = await lockState(transaction, id);
    if (isMoving)
      throw conflict('workspace_moves', 'Wait until the workspace has moved, then change its URL there.');
    if (workspace.baseUrl === to.baseUrl) return workspace;
    requireOtherHostname(workspace, to.baseUrl);
    await updateAddress(transaction, id, to);
    await requireSeparateHosts(transaction, id);
    // Listeners compare origins with the base URL, and templates read it.
    await raiseTemplateValues(transaction, id);
    await recordAudit(
      { ...context, transaction, workspace: id, actor },
      {
        action: 'changed',
        subject: { type: 'workspace', id, name: workspace.name },
        old: { base_url: workspace.baseUrl },
        new: { base_url: to.baseUrl },
      },
    );
    return { ...workspace, ...to };
  });
  return moved.catch((error) => {
    if (violatedUnique(error) !== 'workspaces_host_key') throw error;
    throw conflict('workspace_exists', `A workspace at ${to.baseUrl} already exists.`);
  });
}
