import { sealedApiKey } from '../api-keys/index.ts';
import { sealedSettings } from '../listeners/index.ts';
import { sealedAnswer, sealedOutput } from '../runs/index.ts';
import { sealedSecret } from '../secrets/index.ts';

/** A column whose values are encrypted with the installation's key, each for one purpose. */
export interface SealedColumn {
  readonly table: 'api_keys' | 'listeners' | 'run_steps' | 'runs' | 'secrets';
  readonly column: string;
  readonly purpose: string;
}

/** A workspace export carries these under another key, and a key rotation encrypts them again. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSecret,
  ...sealedSettings,
  sealedApiKey,
  sealedOutput,
  sealedAnswer,
];
