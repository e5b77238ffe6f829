export { ProviderProblem } from './check-settings.ts';
export { type Claims, readIdentity } from './claims.ts';
export { examineProvider } from './examine-provider.ts';
export { selectLinked } from './identity-store.ts';
export { findOrLinkUser } from './link-user.ts';
export { readLogoutToken } from './logout-token.ts';
export {
  openStoredProvider,
  readProvider,
  readShownProvider,
  removeProvider,
  requireSso,
  saveProvider,
  sealedClientSecret,
  stopRequiringSso,
} from './manage-provider.ts';
export { authorizationUrl, maxSkewSeconds, openProvider, redeemCode } from './protocol.ts';
export { type Provider, ssoLogoutUri, ssoRedirectUri } from './provider.ts';
export { providerMetadata } from './provider-documents.ts';
export type { ShownProvider } from './provider-store.ts';
export { ProviderFailure, SsoRefusal } from './refusal.ts';
