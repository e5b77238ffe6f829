export { type BrowserVerdict, judgeBrowserCall } from './checks/browser-verdict.ts';
export { originMisses } from './checks/explain-origin.ts';
export { explainToken } from './checks/explain-token.ts';
export { judgeRequest, listenerVerbs } from './checks/judge-request.ts';
export { makeTestToken } from './checks/make-test-token.ts';
export { signReceipt } from './checks/receipt.ts';
export { type FailedCheck, type Refusal, tokenRefusals } from './checks/refusals.ts';
export { tokenChecks, type VerifiedClaims } from './checks/token-verdict.ts';
export { isCredentialHeader } from './input/input-headers.ts';
export { headerValues, type RawHeaders } from './input/raw-headers.ts';
export { type RequestParts, readInput } from './input/read-input.ts';
export { ListenerUse } from './inspector/listener-use.ts';
export { RefusedRequests } from './inspector/refused-requests.ts';
export { reportRefusing } from './inspector/report-refusing.ts';
export { sealedSettings } from './settings/compile-setting.ts';
export type { CompiledListener } from './settings/compiled-listener.ts';
export { type Listener, listenerUrl, responses, templatedSettings } from './settings/listener.ts';
export { ListenerDirectory } from './settings/listener-directory.ts';
export { listenerSecret } from './settings/listener-secret.ts';
export {
  raiseListenerVersion,
  selectListener,
  selectListenerIds,
  selectListenerSettings,
} from './settings/listener-store.ts';
export { previewSetting } from './settings/preview-setting.ts';
export { resolveSettings } from './settings/resolve-settings.ts';
export type { ResolvedSettings } from './settings/resolved-settings.ts';
export {
  changesListener,
  renewAddress,
  type SavedListener,
  saveListener,
  type WantedSettings,
} from './settings/save-listener.ts';
export { findSettingSecrets, signsWithSecrets, verifiesWithSecrets } from './settings/setting-secrets.ts';
export { changedSettings, listenerSettings } from './settings/settings-schema.ts';
export { nameListeners, type ShownListener, showListener } from './settings/show-listener.ts';
export { checkHead, type VerifiedSender, verifySender } from './signature/check-signature.ts';
export {
  bodyChangeNames,
  explainSignature,
  signatureChecks,
  signatureReasons,
} from './signature/explain-signature.ts';
export { signDelivery } from './signature/sign-delivery.ts';
export { algorithms, dedupes, encodings, schemeNames } from './signature/signature-settings.ts';
