export { parseBaseUrl } from './base-url.ts';
export { changeSettings, renameWorkspace } from './change-workspace.ts';
export { createWorkspace } from './create-workspace.ts';
export {
  findWorkspaceByExactHost,
  findWorkspaceByHost,
  hasWorkspace,
  listWorkspaces,
} from './find-workspace.ts';
export { settingsSchema, type WorkspaceSettings } from './settings.ts';
export type { Workspace } from './workspace.ts';
export { raiseTemplateValues, selectSettings } from './workspace-store.ts';
