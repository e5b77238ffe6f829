import type { JobKind, JobStep } from '../jobs/index.ts';
import { stepBulk } from './bulk/step-bulk.ts';
import { stepExport } from './export/step-export.ts';
import { stepImport } from './import/step-import.ts';
import { stepUndo } from './undo/step-undo.ts';

export const jobSteps: Readonly<Record<JobKind, JobStep>> = {
  import: stepImport,
  export: stepExport,
  edit: stepBulk,
  delete: stepBulk,
  undo: stepUndo,
};
