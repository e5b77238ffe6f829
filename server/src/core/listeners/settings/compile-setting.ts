import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { type Compiled, compileTemplate } from '../../templating/index.ts';
import type { TemplatedSettings } from './listener.ts';

const purpose = 'listener-setting';

/** Where they are stored. */
export const sealedSettings = [
  { table: 'listeners', column: 'sealed_endpoint_key', purpose },
  { table: 'listeners', column: 'sealed_endpoint_secret', purpose },
] as const;

/** Key and secret of a listener as they are stored: shown to who may edit the workflow, of no use in a stolen dump. */
export const sealSetting = (key: InstallationKey, value: string | null): string | null =>
  value === null ? null : seal(key, purpose, value);
export const openSetting = (key: InstallationKey, sealed: string | null): string | null =>
  sealed === null ? null : open(key, purpose, sealed);

/** The settings that can read secrets; every other one rejects them, since what it comes to can be found out by asking. */
const secretSettings: readonly (keyof TemplatedSettings)[] = ['endpoint_key', 'endpoint_secret'];

/** Compiles a setting of a listener. With `secretNames`, an unknown secret is a problem. */
export function compileSetting(
  setting: keyof TemplatedSettings,
  source: string,
  secretNames?: Iterable<string>,
): Compiled {
  if (!secretSettings.includes(setting)) return compileTemplate(source, { profile: 'setting' });
  return compileTemplate(source, { profile: 'setting', secrets: secretNames ?? true });
}
