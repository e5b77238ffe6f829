export {
  type ApplyResult,
  applyFile,
  applyFirstWorkspace,
  applyText,
  createFurnished,
  planText,
} from './apply/apply-file.ts';
export { applySections, type WorkspaceResult } from './apply/apply-sections.ts';
export type { Plan } from './apply/plan.ts';
export { exportAs, provisionAs } from './apply/provision-as.ts';
export { fileKeys } from './file/file-keys.ts';
export { describeFile } from './file/json-schema.ts';
export { ProvisioningProblem } from './file/problem.ts';
export { checkProvisioningFile, parseFileText, readProvisioningFile } from './file/read-file.ts';
export { isKept, isReference, keptSecret, mapSecrets } from './file/secret-places.ts';
export { type ExportedWorkspace, exportWorkspace } from './state/export-workspace.ts';
