import type { ConsoleData } from '../console-data.ts';
import type { Operation } from '../operation.ts';
import { draftOperations } from './draft-operations.ts';
import { listOperations } from './list-operations.ts';
import { shadowOperations } from './shadow-operations.ts';
import { stepOperations } from './step-operations.ts';
import { workflowTrialOperations } from './trial-operations.ts';
import { triggerOperations } from './trigger-operations.ts';
import { workflowOperations } from './workflow-operations.ts';
import { writingOperations } from './writing-operations.ts';

export const workflowsOperations = (data: ConsoleData): Operation[] => [
  ...listOperations(data),
  ...workflowOperations,
  ...draftOperations,
  ...writingOperations(data),
  ...workflowTrialOperations(data),
  ...shadowOperations(data),
  ...stepOperations(data),
  ...triggerOperations(data),
];
