export { type ApplyResult, applyFile, applyFirstWorkspace, createFurnished } from './apply-file.ts';
export { readProvisioningFile } from './read-file.ts';
