import { dirname, resolve } from 'node:path';
import {
  checkProvisioningFile,
  isKept,
  isReference,
  mapSecrets,
  ProvisioningProblem,
  parseFileText,
} from '../../core/provisioning/index.ts';
import { type CheckedTests, checkTests, readTestFile } from '../../core/workflow-tests/index.ts';
import { invalid } from '../../lib/errors.ts';
import { readNamedFile } from '../shared/read-input.ts';

/** Reads a test file and the workspace that it names. */
export async function readTests(path: string): Promise<CheckedTests> {
  const text = await readNamedFile(path);
  const file = readTestFile(text);
  return checkTests(text, file, await readWorkspace(resolve(dirname(path), file.file), file.file));
}

/**
 * Reads the first workspace of a file for `hark apply`. References to secrets get placeholders, so a test has the same
 * result on every machine and never prints a secret.
 */
async function readWorkspace(path: string, name: string): Promise<CheckedTests['workspace']> {
  const text = await readNamedFile(path);
  const { file, problems } = checkProvisioningFile(text, withPlaceholders(parseFileText(text)));
  if (!file) throw new ProvisioningProblem(problems, { text });
  const [workspace] = file.workspaces;
  if (!workspace) throw invalid('no_workspace', `file: ${name} has no workspace.`);
  return workspace;
}

/** Replaces references to secrets, and kept secrets, by text that says where they are (spec/workflow-tests §1.5). */
export const withPlaceholders = (written: unknown): unknown =>
  mapSecrets(written, (value) => {
    if (isKept(value)) return 'placeholder-for-the-kept-value';
    if (!isReference(value)) return value;
    const name = 'env' in value ? value.env : value.file;
    return `placeholder-for-${name.replace(/\W/g, '-').slice(-100)}`;
  });
