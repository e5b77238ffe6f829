export { type Act, acts } from './acts.ts';
export { asAgent, requireAgentAccess } from './agent-access.ts';
export { type Authenticated, type Credential, requireRestAccess } from './authenticate.ts';
export { may, reachOf } from './may.ts';
export { type Opened, type Read, RequestOpener } from './open-request.ts';
export { type Permissions, permissions, permissionsSchema } from './permissions.ts';
export type { Principal } from './principal.ts';
