export { judgeRequest, listenerVerbs, type RequestVerdict, type RequestView } from './judge-request.ts';
export { type RequestParts, readInput } from './read-input.ts';
export type { Refusal } from './refusals.ts';
export type { ResolvedSettings } from './resolved-settings.ts';
export type { VerifiedClaims } from './token-verdict.ts';
