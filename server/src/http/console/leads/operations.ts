import type { ConsoleData } from '../console-data.ts';
import type { Operation } from '../operation.ts';
import { batchOperations } from './batch.ts';
import { bulkOperations } from './bulk.ts';
import { callOperations } from './calls.ts';
import { importOperations, jobOperations } from './files.ts';
import { recordOperations } from './records.ts';
import { searchOperations } from './search.ts';
import { viewOperations } from './views.ts';

export const leadsOperations = (_data: ConsoleData): Operation[] => [
  ...searchOperations,
  ...recordOperations,
  ...batchOperations,
  ...viewOperations,
  ...callOperations,
  ...importOperations,
  ...bulkOperations,
  ...jobOperations,
];
