export { type Scope, scopes } from './api-client.ts';
export {
  addOwnClient,
  listClientsOf,
  listOwnClients,
  removeClientOf,
  switchClientOf,
} from './clients-of-user.ts';
export { removeApiClient, saveApiClient } from './save-api-client.ts';
