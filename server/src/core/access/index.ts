export { type Act, acts } from './acts.ts';
export { asAgent, requireAgentAccess } from './agent-access.ts';
export { type Authenticated, type Credential, requireRestAccess } from './authenticate.ts';
export { explainFor, refusalOf } from './explain.ts';
export { createFindCaller } from './find-caller.ts';
export { findPrincipal, readVersions } from './find-principal.ts';
export { may, reachOf } from './may.ts';
export {
  everyPermission,
  type Permissions,
  permissions,
  permissionsSchema,
  type Reach,
  reaches,
  writeReaches,
} from './permissions.ts';
export type { Principal } from './principal.ts';
export { type RateCaller, RateUse } from './rate-use.ts';
export { requireUnlimited, requireUnlimitedIfPublished, writeLimitOf } from './write-limit.ts';
