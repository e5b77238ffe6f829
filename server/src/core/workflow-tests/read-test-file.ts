import { parse } from 'yaml';
import { describeIssue, placesOf } from '../../lib/describe-issue.ts';
import { messageOf } from '../../lib/errors.ts';
import { ProvisioningProblem } from '../provisioning/index.ts';
import { mockError, type TestFile, testFileSchema } from './test-schema.ts';

/** Reads a test file, JSON or YAML. @throws ProvisioningProblem with every error in it */
export function readTestFile(text: string): TestFile {
  const result = testFileSchema.safeParse(parseText(text), { error: describeIssue });
  if (result.success) return result.data;
  throw new ProvisioningProblem(placesOf(result.error).map(asMockProblem), { text });
}

/** Reports an error inside a mock for the whole mock: which keys are valid depends on its form. */
const asMockProblem = ({ path, message }: ReturnType<typeof placesOf>[number]) =>
  path[0] === 'tests' && path[2] === 'mocks' && path.length > 4
    ? { path: path.slice(0, 4), message: mockError }
    : { path, message };

function parseText(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    const message = `isn't valid JSON or YAML: ${messageOf(cause)}`;
    throw new ProvisioningProblem([{ path: [], message }], { cause });
  }
}
