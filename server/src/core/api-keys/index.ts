export { generateApiKey, hashApiKey, hashesOfApiKey, sealedApiKey } from './api-key.ts';
export { removeKeyOf, viewKeyOf } from './key-of-others.ts';
export { KeyUses } from './key-uses.ts';
export { purgeKeyUses } from './purge-key-uses.ts';
export { replaceOwnKey } from './replace-own-key.ts';
export { rotateApiKey, saveApiKey } from './save-api-key.ts';
export { viewOwnKey } from './view-own-key.ts';
