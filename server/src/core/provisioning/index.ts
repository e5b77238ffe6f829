export {
  type ApplyResult,
  applyFile,
  applyFirstWorkspace,
  applyText,
  createFurnished,
} from './apply-file.ts';
export { applySections, type WorkspaceResult } from './apply-sections.ts';
export { ProvisioningProblem } from './problem.ts';
export { checkProvisioningFile, readProvisioningFile } from './read-file.ts';
