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

/** All of them: what a file of a workspace carries under another key, and what a new key means to write anew. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSecret,
  ...sealedSettings,
  sealedApiKey,
  sealedOutput,
  sealedAnswer,
];
