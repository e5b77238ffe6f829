import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { compileTemplate } from '../../templating/index.ts';
import {
  type ListenerSettings,
  type TemplatedSetting,
  type TemplatedSettings,
  templatesIn,
} from './listener.ts';
import { selectAllSettings } from './listener-store.ts';

interface SettingSecrets {
  readonly workflow: { readonly id: WorkflowId; readonly name: string };
  readonly setting: TemplatedSetting;
  readonly secrets: readonly string[];
}

/**
 * Returns the secrets that the settings read. A setting that no longer compiles reads none, because it
 * rejects all requests.
 */
export async function findSettingSecrets(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
): Promise<SettingSecrets[]> {
  const listeners = await selectAllSettings(transaction, workspace, key);
  return listeners.flatMap(({ workflow, settings }) =>
    templatesIn(settings).flatMap(({ setting, source }) => {
      const secrets = secretsIn(source);
      return secrets.length === 0 ? [] : [{ workflow, setting, secrets }];
    }),
  );
}

/**
 * Returns whether tokens are signed with a key or a secret that a template builds from the workspace's
 * secrets. The template's author could extract a secret letter by letter, using tokens that Hark signs or
 * checks.
 */
export const signsWithSecrets = (
  settings: Pick<TemplatedSettings, 'endpoint_key' | 'endpoint_secret'>,
): boolean => secretsIn(settings.endpoint_key).length > 0 || secretsIn(settings.endpoint_secret).length > 0;

/** Returns whether a signature's secret is built from the workspace's secrets, for the same reason. */
export const verifiesWithSecrets = ({ signature }: Pick<ListenerSettings, 'signature'>): boolean =>
  signature.secret.some((source) => secretsIn(source).length > 0);

/** Returns the secrets that a setting names, even if it isn't allowed to use them. */
export function secretsIn(source: string | null): readonly string[] {
  const compiled = compileTemplate(source ?? '', { profile: 'setting', secrets: true });
  return compiled.ok ? compiled.template.analysis.secrets : [];
}
