import { randomBytes } from 'node:crypto';
import { type InstallationKey, open, seal } from '../../../lib/crypto/installation-key.ts';

const purpose = 'webhook-secret';
const secretBytes = 32;

export const sealedWebhookSecrets = [
  { table: 'webhooks', column: 'sealed_secret', purpose },
  { table: 'webhooks', column: 'sealed_previous_secret', purpose },
] as const;

/** Creates a secret in the form of Standard Webhooks (spec/events §3.3). */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

export const sealWebhookSecret = (key: InstallationKey, secret: string): string => seal(key, purpose, secret);
export const openWebhookSecret = (key: InstallationKey, sealed: string): string => open(key, purpose, sealed);
