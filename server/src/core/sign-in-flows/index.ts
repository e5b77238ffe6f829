export { type Browser, keepFlow, readFlow, rememberOnce, takeFlow } from './flow.ts';
export { purgeFlows } from './flow-store.ts';
