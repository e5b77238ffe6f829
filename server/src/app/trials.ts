import { shadowByOperator } from '../core/shadow/index.ts';
import { runTest } from '../core/workflow-tests/index.ts';
import { runTrialIn } from '../engine/interpreter/trial.ts';

type ShadowParams = Parameters<typeof shadowByOperator> extends [unknown, ...infer Rest] ? Rest : never;

/** Compares a draft with the published version. It needs the code that executes steps, but no engine. */
export const shadowWorkflow = (...params: ShadowParams) => shadowByOperator(runTrialIn, ...params);

type Testing = Omit<Parameters<typeof runTest>[0], 'runTrialIn'>;
type Test = Parameters<typeof runTest> extends [unknown, ...infer Rest] ? Rest : never;

/** Runs one test of a workflow. It needs the code that executes steps, but no engine. */
export const runWorkflowTest = (testing: Testing, ...test: Test): Promise<string[]> =>
  runTest({ ...testing, runTrialIn }, ...test);
