import { addressOfUp } from '../../app/up-address.ts';
import type { Config } from '../../config.ts';
import type { checkProvisioningFile } from '../../core/provisioning/index.ts';
import { isReady } from '../shared/is-ready.ts';

const ownNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Warns about base URLs of this machine with another port than the running `hark up` with the same data directory
 * (spec/provisioning §2.1). A proxy may forward other hosts.
 */
export async function warnOtherPorts(
  config: Config,
  { file }: ReturnType<typeof checkProvisioningFile>,
): Promise<string[]> {
  const running = URL.parse(addressOfUp(config) ?? '');
  const others = (file?.workspaces ?? [])
    .map(({ base_url }) => new URL(base_url.baseUrl))
    .filter(({ hostname, port }) => ownNames.includes(hostname) && port !== running?.port);
  if (!running || others.length === 0 || !(await isReady(running.origin))) return [];
  return others.map(({ origin, hostname }) => {
    const right = `http://${hostname}:${running.port}`;
    return `base_url ${origin}: \`hark up\` is running at ${running.origin}. Use ${right} in the file, or move an existing workspace with \`hark workspace address ${origin} ${right}\`; \`hark doctor\` checks base URLs.`;
  });
}
