import { type Compiled, compileTemplate } from '../../templating/index.ts';
import type { TemplatedSettings } from './listener.ts';

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
