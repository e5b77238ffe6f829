import type { JobKind, JobStep } from '../jobs/index.ts';
import { stepBulk } from './step-bulk.ts';
import { stepExport } from './step-export.ts';
import { stepImport } from './step-import.ts';
import { stepUndo } from './step-undo.ts';

/** How each kind of job is done, part by part. */
export const jobSteps: Readonly<Record<JobKind, JobStep>> = {
  import: stepImport,
  export: stepExport,
  edit: stepBulk,
  delete: stepBulk,
  undo: stepUndo,
};
