export {
  deleteOAuthClient,
  editOAuthClient,
  issueOAuthClient,
  listOAuthClients,
  viewOAuthClient,
} from './administer-clients.ts';
export { type Authorization, judgeAuthorization } from './authorize.ts';
export { compareDocument } from './compare-document.ts';
export { answerConsent, askConsent } from './consent.ts';
export { endGrantsOf, revokeGrant, revokeGrantAs } from './end-grant.ts';
export type { OAuthContext } from './find-app.ts';
export type { Grant } from './grant.ts';
export { issueTokens } from './issue-tokens.ts';
export { listGrants, listGrantsAs } from './list-grants.ts';
export {
  documentBytes,
  documentChecks,
  type FetchDocument,
  MetadataDocuments,
} from './metadata-documents.ts';
export { readParameters } from './parameters.ts';
export { purgeOAuth } from './purge-oauth.ts';
export { isLoopback } from './redirect-uri.ts';
export { removeOAuthClient } from './remove-oauth-client.ts';
export { revokeToken } from './revoke-token.ts';
export { saveOAuthClient } from './save-oauth-client.ts';
