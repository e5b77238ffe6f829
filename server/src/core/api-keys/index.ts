export { hashApiKey, hashesOfApiKey, sealedApiKey } from './api-key.ts';
export { removeKeyOf, viewKeyOf } from './key-of-others.ts';
export { KeyUses } from './key-uses.ts';
export { proposeKey } from './propose-key.ts';
export { purgeKeyUses } from './purge-key-uses.ts';
export { replaceOwnKey } from './replace-own-key.ts';
export { isKeyOfAnotherUser, rotateApiKey, saveApiKey } from './save-api-key.ts';
export { viewOwnKey } from './view-own-key.ts';
