import { conflict, fault, isRefusal } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Actor } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { applyFile, readProvisioningFile, type WorkspaceResult } from '../provisioning/index.ts';
import { requireWorkflow } from '../workflows/index.ts';
import { findWorkspaceByExactHost, parseBaseUrl, type Workspace } from '../workspaces/index.ts';
import { demoDocument, demoWorkflows } from './demo-document.ts';

/** A listener's URL, and the credentials that its callers sign with. */
export interface DemoListener {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

export interface DemoPlace {
  readonly id: WorkspaceId;
  readonly listeners: Readonly<Record<keyof typeof demoWorkflows, DemoListener>>;
}

interface DemoWorkspace extends DemoPlace {
  /** Passwords of the users that this call created. They are shown only once. */
  readonly passwords: ReadonlyMap<string, string>;
}

/** Creates or resets the sample workspace. Leaves every other workspace alone. */
export async function applyDemo(context: Context, actor: Actor, baseUrl: string): Promise<DemoWorkspace> {
  const file = readProvisioningFile(JSON.stringify(demoDocument(baseUrl)));
  const host = parseBaseUrl(baseUrl)?.host ?? '';
  await refuseForeign(context, host);
  const { workspaces } = await applyFile(context, actor, file, { showSecrets: true });
  const [applied] = workspaces;
  const workspace = await findWorkspaceByExactHost(context, host);
  if (!applied || !workspace) throw fault('demo_missing', "The sample data's workspace no longer exists.");
  const passwords = (applied.users ?? []).flatMap((user) =>
    'password' in user && user.password !== undefined ? [[user.email, user.password] as const] : [],
  );
  return { ...demoIn(workspace.id, applied), passwords: new Map(passwords) };
}

export function demoIn(id: WorkspaceId, applied: Pick<WorkspaceResult, 'workflows'>): DemoPlace {
  const listenerOf = (name: string): DemoListener => {
    const found = applied.workflows?.find((workflow) => workflow.name === name);
    if (!found || !('listener' in found))
      throw fault('demo_missing', `The workflow "${name}" no longer exists.`);
    const { url, endpoint_key, endpoint_secret } = found.listener;
    return { url, key: endpoint_key ?? '', secret: endpoint_secret ?? '' };
  };
  const { form, partner, quote } = demoWorkflows;
  return {
    id,
    listeners: { form: listenerOf(form), partner: listenerOf(partner), quote: listenerOf(quote) },
  };
}

/** Returns the first of these URLs that the demo has, or that no workspace has. */
export async function findDemoAddress(
  context: Context,
  addresses: readonly string[],
): Promise<string | undefined> {
  for (const address of addresses)
    if (!(await findForeign(context, parseBaseUrl(address)?.host ?? ''))) return address;
  return undefined;
}

async function refuseForeign(context: Context, host: string): Promise<void> {
  const present = await findForeign(context, host);
  if (!present) return;
  throw conflict(
    'not_the_demo',
    `The workspace "${present.name}" already uses this URL and wasn't created for sample data, so nothing was changed. Choose another URL.`,
  );
}

/** Finds the workspace at a host that isn't the demo. */
async function findForeign(context: Context, host: string): Promise<Workspace | undefined> {
  const present = await findWorkspaceByExactHost(context, host);
  if (!present) return undefined;
  try {
    await requireWorkflow(context, present.id, demoWorkflows.form);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return present;
  }
}
