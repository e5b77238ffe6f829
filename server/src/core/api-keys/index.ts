export {
  hashApiKey,
  hashesOfApiKey,
  limitOwnKey,
  openApiKeys,
  proposeKey,
  readOwnKey,
  removeKeyOf,
  replaceOwnKey,
  sealedApiKey,
  viewKeyOf,
  viewOwnKey,
} from './api-key.ts';
export { KeyUses, purgeKeyUses } from './key-uses.ts';
export { findApiKey, isKeyOfAnotherUser, rotateApiKey, saveApiKey } from './save-api-key.ts';
