export { type BrowserVerdict, judgeBrowserCall } from './browser-verdict.ts';
export type { CompiledListener } from './compiled-listener.ts';
export { originMisses } from './explain-origin.ts';
export { explainToken, tokenChecks } from './explain-token.ts';
export { isCredentialHeader } from './input-headers.ts';
export {
  judgeRequest,
  listenerVerbs,
  type RequestVerdict,
  type RequestView,
} from './judge-request.ts';
export { listRefused } from './list-refused.ts';
export { type Listener, listenerUrl, responses, templatedSettings } from './listener.ts';
export { ListenerDirectory } from './listener-directory.ts';
export { raiseListenerVersion, selectByWorkflow as selectListener } from './listener-store.ts';
export { ListenerUse } from './listener-use.ts';
export { makeToken } from './make-token.ts';
export { nameListeners } from './name-listeners.ts';
export { previewSetting } from './preview-setting.ts';
export { headerValues, type RawHeaders } from './raw-headers.ts';
export { type RequestParts, readInput } from './read-input.ts';
export type { Refusal } from './refusals.ts';
export { RefusedRequests } from './refused-requests.ts';
export { renewAddress } from './renew-address.ts';
export { resolveListener } from './resolve-listener.ts';
export type { ResolvedSettings } from './resolved-settings.ts';
export { type SavedListener, saveListener, type WantedSettings } from './save-listener.ts';
export { sealedSettings } from './sealed-setting.ts';
export { findSettingSecrets, signsWithSecrets } from './setting-secrets.ts';
export { changedSettings, listenerSettings } from './settings-schema.ts';
export { type ShownListener, showListener } from './show-listener.ts';
export type { VerifiedClaims } from './token-verdict.ts';
