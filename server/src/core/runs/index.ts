export type { RunEngine } from './run-engine.ts';
