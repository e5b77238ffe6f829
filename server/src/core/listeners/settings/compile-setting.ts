import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { type Compiled, compileTemplate } from '../../templating/index.ts';
import type { TemplatedSetting } from './listener.ts';

const purpose = 'listener-setting';

export const sealedSettings = [
  { table: 'listeners', column: 'sealed_endpoint_key', purpose },
  { table: 'listeners', column: 'sealed_endpoint_secret', purpose },
  { table: 'listeners', column: 'sealed_signature_secrets', purpose },
] as const;

/** Encrypts a setting for storage. Users who can edit the workflow can see it. */
export const sealSetting = (key: InstallationKey, value: string | null): string | null =>
  value === null ? null : seal(key, purpose, value);
export const openSetting = (key: InstallationKey, sealed: string | null): string | null =>
  sealed === null ? null : open(key, purpose, sealed);

/** The secrets of a signature are stored as one sealed list. */
export const sealSecrets = (key: InstallationKey, secrets: readonly string[]): string | null =>
  sealSetting(key, secrets.length === 0 ? null : JSON.stringify(secrets));
export const openSecrets = (key: InstallationKey, sealed: string | null): readonly string[] =>
  JSON.parse(openSetting(key, sealed) ?? '[]');

/**
 * The only settings that may use secrets. Callers can find out the value of any other setting by trial and
 * error.
 */
const secretSettings: readonly TemplatedSetting[] = ['endpoint_key', 'endpoint_secret', 'signature.secret'];

/** Compiles a setting's template. With `secretNames`, an unknown secret is an error. */
export function compileSetting(
  setting: TemplatedSetting,
  source: string,
  secretNames?: Iterable<string>,
): Compiled {
  if (!secretSettings.includes(setting)) return compileTemplate(source, { profile: 'setting' });
  return compileTemplate(source, { profile: 'setting', secrets: secretNames ?? true });
}
