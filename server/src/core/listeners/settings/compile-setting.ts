import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { type Compiled, compileTemplate } from '../../templating/index.ts';
import type { TemplatedSettings } from './listener.ts';

const purpose = 'listener-setting';

export const sealedSettings = [
  { table: 'listeners', column: 'sealed_endpoint_key', purpose },
  { table: 'listeners', column: 'sealed_endpoint_secret', purpose },
] as const;

/** Encrypts a setting for storage. Users who can edit the workflow can see it. */
export const sealSetting = (key: InstallationKey, value: string | null): string | null =>
  value === null ? null : seal(key, purpose, value);
export const openSetting = (key: InstallationKey, sealed: string | null): string | null =>
  sealed === null ? null : open(key, purpose, sealed);

/**
 * The only settings that may use secrets. Callers can find out the value of any other setting by trial and
 * error.
 */
const secretSettings: readonly (keyof TemplatedSettings)[] = ['endpoint_key', 'endpoint_secret'];

/** Compiles a setting's template. With `secretNames`, an unknown secret is an error. */
export function compileSetting(
  setting: keyof TemplatedSettings,
  source: string,
  secretNames?: Iterable<string>,
): Compiled {
  if (!secretSettings.includes(setting)) return compileTemplate(source, { profile: 'setting' });
  return compileTemplate(source, { profile: 'setting', secrets: secretNames ?? true });
}
