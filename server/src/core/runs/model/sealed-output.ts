import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';

const purpose = 'run-step';

/** Where it is stored. */
export const sealedOutput = { table: 'run_steps', column: 'sealed_output', purpose } as const;

/** An output with its secrets, as the row of its step keeps it for the run's own use. */
export const sealOutput = (key: InstallationKey, text: string): string => seal(key, purpose, text);
export const openOutput = (key: InstallationKey, sealed: string): string => open(key, purpose, sealed);
