export { type Scope, scopes } from './api-client.ts';
export { selectApiClients } from './api-client-store.ts';
export {
  addOwnClient,
  editClientOf,
  listClientsOf,
  listOwnClients,
  removeClientOf,
  rotateTokenOf,
} from './clients-of-user.ts';
export { allowedAddresses, maxOverlapHours } from './limits.ts';
export { removeApiClient, saveApiClient } from './save-api-client.ts';
