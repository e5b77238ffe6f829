import { type applySections, ProvisioningProblem } from '../provisioning/index.ts';
import {
  type CompiledStep,
  type CompiledWorkflow,
  checkWorkflow,
  childLists,
  type StepType,
} from '../workflows/index.ts';
import { checkMocks } from './mocks.ts';
import type { TestFile } from './test-schema.ts';

/** A workspace of a file for `hark apply`. */
type WorkspaceItem = Parameters<typeof applySections>[1];

/** A test file that can be run. */
export interface CheckedTests {
  /** The file's text, for the line and column of an error. */
  readonly text: string;
  readonly file: TestFile;
  readonly workspace: WorkspaceItem;
  readonly steps: CompiledWorkflow;
}

/**
 * Checks a test file against its workspace (spec/workflow-tests §4.2).
 * @throws ProvisioningProblem if the workflow is unknown or a mock doesn't match its step
 */
export function checkTests(text: string, file: TestFile, workspace: WorkspaceItem): CheckedTests {
  const steps = stepsOf(text, file, workspace);
  const types = new Map(flatten(steps.steps).map(({ name, type }) => [name, type]));
  const problems = file.tests.flatMap(({ mocks }, index) =>
    checkMocks(mocks, types).map(({ name, message }) => ({ path: ['tests', index, 'mocks', name], message })),
  );
  if (problems.length > 0) throw new ProvisioningProblem(problems, { text });
  return { text, file, workspace, steps };
}

function stepsOf(
  text: string,
  { file, workflow }: TestFile,
  { workflows = [] }: WorkspaceItem,
): CompiledWorkflow {
  const reject = (message: string) => new ProvisioningProblem([{ path: ['workflow'], message }], { text });
  const found = workflows.find(({ name, state }) => name === workflow && state !== 'absent');
  if (!found) throw reject(`the first workspace of ${file} has no workflow "${workflow}"`);
  const checked = found.steps && checkWorkflow(found.steps);
  if (!checked?.ok) throw reject(`the workflow "${workflow}" has no steps in ${file}`);
  return checked.workflow;
}

const flatten = (steps: readonly CompiledStep[]): { name: string; type: StepType }[] =>
  steps.flatMap((step) => [step, ...childLists(step).flatMap(([, inner]) => flatten(inner))]);
