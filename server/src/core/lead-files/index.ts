export { isWithinReach } from './export-options.ts';
export { readFirstRefused } from './first-refused.ts';
export { importOptionsSchema } from './import-options.ts';
export { jobSteps } from './job-steps.ts';
export { previewImport } from './preview-import.ts';
export { startBulk, startUndo } from './start-bulk.ts';
export { startExport } from './start-export.ts';
export { addPart, beginImport, startImport } from './upload.ts';
