export { loadSecrets, openSecrets, readSecrets } from './load-secrets.ts';
export { createMask, type Mask } from './mask.ts';
export { saveSecret } from './save-secret.ts';
export {
  listSecretNames,
  listSecrets,
  type SecretInput,
  sealedSecret,
  secretHosts,
  secretName,
  secretValue,
} from './secret.ts';
