export { inPlain, packRow, unpackRow } from './carried-row.ts';
export { deleteWorkspace } from './delete-workspace.ts';
export { exportWorkspace } from './export-workspace.ts';
export { importWorkspace } from './import-workspace.ts';
export { releaseRuns, selectSchema } from './whole-workspace-store.ts';
export { workspaceTables } from './workspace-tables.ts';
