import { addressOfUp } from '../../app/up-address.ts';
import type { Config } from '../../config.ts';
import { type checkProvisioningFile, type Plan, ProvisioningProblem } from '../../core/provisioning/index.ts';
import { findWorkspaceByExactHost } from '../../core/workspaces/index.ts';
import { isReady } from '../shared/is-ready.ts';
import { withContext } from '../shared/with-context.ts';

const ownNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Checks base URLs of this machine that have another port than the running `hark up` with the same data directory
 * (spec/provisioning §2.1), and returns warnings. A proxy may forward other hosts. @throws ProvisioningProblem for a new
 * workspace, if nothing responds at its URL
 */
export async function checkPorts(
  config: Config,
  { file, text }: ReturnType<typeof checkProvisioningFile>,
  { changes }: Pick<Plan, 'changes'>,
): Promise<string[]> {
  const running = URL.parse(addressOfUp(config) ?? '');
  const others = (file?.workspaces ?? [])
    .map(({ base_url }, index) => ({ url: new URL(base_url.baseUrl), index }))
    .filter(({ url }) => ownNames.includes(url.hostname) && url.port !== running?.port);
  if (!running || others.length === 0 || !(await isReady(running.origin))) return [];
  const created = changes.flatMap(({ section, action, item }) =>
    section === 'workspace' && action === 'create' ? [item] : [],
  );
  const warnings: string[] = [];
  for (const { url, index } of others) {
    const { origin, hostname, protocol } = url;
    const right = `http://${hostname}:${running.port}`;
    const up = `\`hark up\` is running at ${running.origin}`;
    if (!created.includes(origin)) {
      warnings.push(`base_url ${origin}: ${up}. ${await adviseMoving(config, url, right)}`);
      continue;
    }
    // The check fails for a proxy whose certificate is self-signed.
    if (protocol === 'https:' || (await isReady(origin, '/healthz'))) continue;
    const message = `${up}, and nothing responds at ${origin}. Use ${right}, or start a server or proxy at ${origin} first.`;
    throw new ProvisioningProblem(
      [{ path: ['workspaces', index, 'base_url'], message }],
      text === undefined ? {} : { text },
    );
  }
  return warnings;
}

/** Suggests a move only if it can succeed: two workspaces can't have the same URL. */
async function adviseMoving(config: Config, { origin }: URL, right: string): Promise<string> {
  const other = await withContext(config, (context) =>
    findWorkspaceByExactHost(context, new URL(right).host),
  );
  return other
    ? `Use ${right} in the file. It is another workspace, so this one can't move there.`
    : `Use ${right} in the file after you move the workspace with \`hark workspace address ${origin} ${right}\`.`;
}
