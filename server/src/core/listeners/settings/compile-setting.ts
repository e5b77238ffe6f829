import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';
import { type Compiled, compileTemplate } from '../../templating/index.ts';
import type { TemplatedSettings } from './listener.ts';

const purpose = 'listener-setting';

export const sealedSettings = [
  { table: 'listeners', column: 'sealed_endpoint_key', purpose },
  { table: 'listeners', column: 'sealed_endpoint_secret', purpose },
] as const;

/** Encrypted at rest, and shown to users who can edit the workflow. */
export const sealSetting = (key: InstallationKey, value: string | null): string | null =>
  value === null ? null : seal(key, purpose, value);
export const openSetting = (key: InstallationKey, sealed: string | null): string | null =>
  sealed === null ? null : open(key, purpose, sealed);

/** Other settings reject secrets, because callers can find out their result by trial. */
const secretSettings: readonly (keyof TemplatedSettings)[] = ['endpoint_key', 'endpoint_secret'];

/** With `secretNames`, an unknown secret is a problem. */
export function compileSetting(
  setting: keyof TemplatedSettings,
  source: string,
  secretNames?: Iterable<string>,
): Compiled {
  if (!secretSettings.includes(setting)) return compileTemplate(source, { profile: 'setting' });
  return compileTemplate(source, { profile: 'setting', secrets: secretNames ?? true });
}
