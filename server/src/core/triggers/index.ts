export { changeTriggers } from './definition/change-triggers.ts';
export { type ShownTrigger, saveTriggers, TriggerProblem } from './definition/save-triggers.ts';
export { triggersSchema } from './definition/trigger-schema.ts';
export { startTriggered } from './leads/start-triggered.ts';
export { listStartable } from './manual/list-startable.ts';
export { startByOperator, startByRequest, startManually } from './manual/start-manually.ts';
export { startDue } from './schedule/start-due.ts';
export { catchUpModes, inputTypes, triggerTypes } from './trigger.ts';
export { viewTriggers } from './view-triggers.ts';
