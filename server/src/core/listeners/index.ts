export { isShownHeader } from './input-headers.ts';
export {
  type AnswerHeaders,
  judgeRequest,
  listenerVerbs,
  type RequestVerdict,
  type RequestView,
} from './judge-request.ts';
export { type RequestParts, readInput } from './read-input.ts';
export type { Refusal, RefusalReason } from './refusals.ts';
export type { Resolved, ResolvedSettings } from './resolved-settings.ts';
export type { VerifiedClaims } from './token-verdict.ts';
