import { shadowByOperator } from '../core/shadow/index.ts';
import { runTrialIn } from '../engine/interpreter/trial.ts';

type Params = Parameters<typeof shadowByOperator> extends [unknown, ...infer Rest] ? Rest : never;

/** Compares a draft with the published version. It needs the code that executes steps, but no engine. */
export const shadowWorkflow = (...params: Params) => shadowByOperator(runTrialIn, ...params);
