export { listSecretNames } from './list-secret-names.ts';
export { listSecrets } from './list-secrets.ts';
export { loadSecrets } from './load-secrets.ts';
export { createMask, type Mask } from './mask.ts';
export { saveSecret } from './save-secret.ts';
export { type SecretInput, sealedSecret, secretHosts, secretName, secretValue } from './secret.ts';
