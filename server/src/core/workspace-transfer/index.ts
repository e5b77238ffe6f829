export { deleteWorkspace } from './delete-workspace.ts';
export { exportWorkspace } from './export-workspace.ts';
export { importWorkspace } from './import-workspace.ts';
export { workspaceTables } from './workspace-tables.ts';
