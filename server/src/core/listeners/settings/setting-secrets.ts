import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { compileTemplate } from '../../templating/index.ts';
import { type TemplatedSettings, templatedSettings } from './listener.ts';
import { selectAllSettings } from './listener-store.ts';

interface SettingSecrets {
  readonly workflow: { readonly id: WorkflowId; readonly name: string };
  readonly setting: (typeof templatedSettings)[number];
  readonly secrets: readonly string[];
}

/** A setting that no longer compiles reads no secrets: it rejects all requests. */
export async function findSettingSecrets(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<SettingSecrets[]> {
  const listeners = await selectAllSettings(transaction, workspace, key);
  return listeners.flatMap(({ workflow, settings }) =>
    templatedSettings.flatMap((setting) => {
      const secrets = secretsIn(settings[setting]);
      return secrets.length === 0 ? [] : [{ workflow, setting, secrets }];
    }),
  );
}

/**
 * Whether tokens are signed with a key or a secret made from the workspace's secrets. The author of such a
 * template could extract a secret letter by letter, with tokens that Hark signs or checks.
 */
export const signsWithSecrets = (
  settings: Pick<TemplatedSettings, 'endpoint_key' | 'endpoint_secret'>,
): boolean => secretsIn(settings.endpoint_key).length > 0 || secretsIn(settings.endpoint_secret).length > 0;

/** The secrets that a setting names, even if it can't use them. */
export function secretsIn(source: string | null): readonly string[] {
  const compiled = compileTemplate(source ?? '', { profile: 'setting', secrets: true });
  return compiled.ok ? compiled.template.analysis.secrets : [];
}
