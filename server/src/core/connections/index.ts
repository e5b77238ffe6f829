export {
  ConnectionProblem,
  checkConnection,
  reservedHeaders,
} from './check-connection.ts';
export {
  type Connection,
  type ConnectionSettings,
  clientAuths,
  connectionTypes,
  grants,
  headerOf,
  keysOf,
  showConnection,
  shownConnectionKeys,
} from './connection.ts';
export { connectionName, connectionSchema, type WantedConnection } from './connection-schema.ts';
export {
  openConnectionSecret,
  sealedConnections,
  secretsReadBy,
} from './connection-secret.ts';
export {
  findStoredConnection,
  lockConnections,
  selectConnections,
  selectConnectionsNamed,
  selectSealedSecrets,
} from './connection-store.ts';
export {
  type ConnectionChange,
  connectionNotFound,
  listConnections,
  readConnection,
  readConnectionChange,
  readNewConnection,
  requireConnectionManager,
  requireConnectionViewer,
  withoutReadOnly,
} from './manage-connections.ts';
export { finishSignIn, redirectUri, startSignIn } from './oauth/sign-in.ts';
export { CredentialFailure } from './oauth/token-endpoint.ts';
export { type Credential, openConnection } from './open-connection.ts';
export { resolveUrl } from './origin.ts';
export {
  changeConnection,
  createConnection,
  deleteConnection,
  type OriginRules,
  saveConnection,
  selectConnection,
} from './save-connection.ts';
