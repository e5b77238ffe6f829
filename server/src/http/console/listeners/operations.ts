import type { ConsoleData } from '../console-data.ts';
import type { Operation } from '../operation.ts';
import { settingsOperations } from './settings-operations.ts';
import { signatureOperation } from './signature-operation.ts';
import { listenerTrialOperations } from './trial-operations.ts';

export const listenersOperations = (_data: ConsoleData): Operation[] => [
  ...settingsOperations,
  ...listenerTrialOperations,
  signatureOperation(),
];
