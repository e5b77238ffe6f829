import { sealedApiKey } from '../api-keys/index.ts';
import { sealedConnections } from '../connections/index.ts';
import { sealedSettings } from '../listeners/index.ts';
import { sealedAnswer, sealedOutput } from '../runs/index.ts';
import { sealedAppSecret } from '../second-factors/index.ts';
import { sealedSecret } from '../secrets/index.ts';
import { sealedClientSecret } from '../single-sign-on/index.ts';
import { sealedWebhookSecrets } from '../webhooks/index.ts';

/**
 * A column whose values are encrypted with a key derived from the installation's key and the column's
 * purpose.
 */
export interface SealedColumn {
  readonly table:
    | 'api_keys'
    | 'authenticator_apps'
    | 'connections'
    | 'identity_providers'
    | 'listeners'
    | 'run_steps'
    | 'runs'
    | 'secrets'
    | 'webhooks';
  readonly column: string;
  readonly purpose: string;
}

/**
 * Every encrypted column. A workspace export encrypts these values with the file's key, and a key rotation
 * re-encrypts them with the new key.
 */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSecret,
  ...sealedSettings,
  sealedApiKey,
  sealedAppSecret,
  sealedOutput,
  sealedAnswer,
  ...sealedWebhookSecrets,
  ...sealedConnections,
  sealedClientSecret,
];
