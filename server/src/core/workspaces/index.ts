export { parseBaseUrl } from './base-url.ts';
export { changeAddress, requireBaseUrl } from './change-address.ts';
export { changeSettings, renameWorkspace } from './change-workspace.ts';
export { createWorkspace } from './create-workspace.ts';
export {
  findWorkspaceByExactHost,
  findWorkspaceByHost,
  findWorkspaceByListenerHost,
  hasWorkspace,
  listWorkspaces,
} from './find-workspace.ts';
export { type ListedWorkspace, listFigures } from './list-figures.ts';
export {
  changeListenerHost,
  listenerBaseUrl,
  parseListenerHost,
  requireSeparateHosts,
} from './listener-host.ts';
export { readSettings } from './read-settings.ts';
export { isZone, settingsSchema, type WorkspaceSettings } from './settings.ts';
export { resumeWorkspace, suspendWorkspace } from './suspend-workspace.ts';
export { requireResumed } from './suspension.ts';
export type { Workspace } from './workspace.ts';
export {
  lockWorkspace,
  raiseTemplateValues,
  selectSettings,
  selectWorkspace,
  servesListenersAt,
} from './workspace-store.ts';
