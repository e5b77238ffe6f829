export { startBulk, startUndo } from './bulk/start-bulk.ts';
export { isWithinReach, startExport } from './export/start-export.ts';
export { readFirstRefused } from './import/first-refused.ts';
export { importOptionsSchema } from './import/import-options.ts';
export { previewImport } from './import/preview-import.ts';
export { addPart, beginImport, startImport } from './import/upload.ts';
export { jobSteps } from './job-steps.ts';
