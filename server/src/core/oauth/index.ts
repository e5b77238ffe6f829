export {
  deleteOAuthClient,
  editOAuthClient,
  issueOAuthClient,
  listOAuthClients,
  viewOAuthClient,
} from './clients/administer-clients.ts';
export { compareDocument } from './clients/compare-document.ts';
export type { OAuthContext } from './clients/find-app.ts';
export {
  documentBytes,
  documentChecks,
  type FetchDocument,
  MetadataDocuments,
} from './clients/metadata-documents.ts';
export { selectOAuthClients } from './clients/oauth-client-store.ts';
export { isLoopback } from './clients/redirect-uri.ts';
export { removeOAuthClient, saveOAuthClient } from './clients/save-oauth-client.ts';
export { type Authorization, judgeAuthorization } from './grants/authorize.ts';
export { answerConsent, askConsent } from './grants/consent.ts';
export { endGrantsOf, revokeGrant, revokeGrantAs } from './grants/end-grant.ts';
export type { Grant } from './grants/grant.ts';
export { listGrants, listGrantsAs } from './grants/list-grants.ts';
export { readOAuthParameters } from './grants/parameters.ts';
export { issueTokens, revokeToken } from './tokens/issue-tokens.ts';
export { purgeOAuth } from './tokens/lifetimes.ts';
