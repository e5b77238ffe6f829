export { type ApplyResult, applyFile, applyFirstWorkspace, createFurnished } from './apply-file.ts';
export { applySections, type WorkspaceResult } from './apply-sections.ts';
export { readProvisioningFile } from './read-file.ts';
