import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';

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
