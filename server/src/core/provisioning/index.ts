export { type ApplyResult, applyFile, applyFirstWorkspace } from './apply-file.ts';
export { readProvisioningFile } from './read-file.ts';
