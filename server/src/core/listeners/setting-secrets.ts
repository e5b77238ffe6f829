import type { Transaction } from '../../db/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { InstallationKey } from '../../lib/installation-key.ts';
import { compileSetting } from './compile-setting.ts';
import { type TemplatedSettings, templatedSettings } from './listener.ts';
import { selectAllSettings } from './listener-store.ts';

/** A setting of a listener, and the secrets that its template reads. */
interface SettingSecrets {
  readonly workflow: { readonly id: WorkflowId; readonly name: string };
  readonly setting: (typeof templatedSettings)[number];
  readonly secrets: readonly string[];
}

/** Which settings of a workspace's listeners read secrets. A setting that no longer compiles reads nothing: it refuses. */
export async function findSettingSecrets(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<SettingSecrets[]> {
  const listeners = await selectAllSettings(transaction, workspace, key);
  return listeners.flatMap(({ workflow, settings }) =>
    templatedSettings.flatMap((setting) => {
      const secrets = secretsIn(setting, settings[setting]);
      return secrets.length === 0 ? [] : [{ workflow, setting, secrets }];
    }),
  );
}

/**
 * Whether the key or the secret that tokens are signed with is made of the workspace's secrets. Whoever wrote such a template could
 * take a secret apart letter by letter with tokens that are made or checked by it.
 */
export const signsWithSecrets = (
  settings: Pick<TemplatedSettings, 'endpoint_key' | 'endpoint_secret'>,
): boolean =>
  secretsIn('endpoint_key', settings.endpoint_key).length > 0 ||
  secretsIn('endpoint_secret', settings.endpoint_secret).length > 0;

export function secretsIn(setting: keyof TemplatedSettings, source: string | null): readonly string[] {
  const compiled = compileSetting(setting, source ?? '');
  return compiled.ok ? compiled.template.analysis.secrets : [];
}
