export { loadSecrets } from './load-secrets.ts';
export type { Mask } from './mask.ts';
export { saveSecret } from './save-secret.ts';
export { secretName, secretValue } from './secret.ts';
