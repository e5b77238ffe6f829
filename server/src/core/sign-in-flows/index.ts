export { type Browser, keepFlow, readFlow, takeFlow } from './flow.ts';
export { purgeFlows } from './flow-store.ts';
