import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { loadSecrets } from '../../secrets/index.ts';
import { compileListener } from './compiled-listener.ts';
import type { Listener } from './listener.ts';
import type { ResolvedSettings } from './resolved-settings.ts';
import { sightOf, type TemplateSight } from './show-listener.ts';

export async function resolveSettings(
  context: Context,
  workspace: WorkspaceId,
  listener: Listener,
): Promise<{ settings: ResolvedSettings; sight: TemplateSight }> {
  const { unbound } = await loadSecrets(context, workspace, listener.valuesVersion);
  const settings = compileListener(listener, unbound).resolve(context.clock.now(), listener.isSwitchedOn);
  return { settings, sight: sightOf(listener, unbound) };
}
