export { checkListenerSettings } from './check-settings.ts';
export type { CompiledListener } from './compiled-listener.ts';
export { isCredentialHeader } from './input-headers.ts';
export {
  judgeRequest,
  listenerVerbs,
  type RequestVerdict,
  type RequestView,
  verdictHeaders,
} from './judge-request.ts';
export { listRefused } from './list-refused.ts';
export { listenerUrl, responses } from './listener.ts';
export { ListenerDirectory } from './listener-directory.ts';
export { raiseListenerVersion } from './listener-store.ts';
export { headerValues, type RawHeaders } from './raw-headers.ts';
export { type RequestParts, readInput } from './read-input.ts';
export type { Refusal } from './refusals.ts';
export { RefusedRequests } from './refused-requests.ts';
export type { ResolvedSettings } from './resolved-settings.ts';
export { type SavedListener, saveListener, type WantedSettings } from './save-listener.ts';
export { type ShownListener, showListener } from './show-listener.ts';
export type { VerifiedClaims } from './token-verdict.ts';
