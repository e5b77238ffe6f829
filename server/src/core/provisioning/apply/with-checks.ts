import type { Context } from '../../context/index.ts';
import type { ProvisioningFile } from '../file/file-schema.ts';
import { ProvisioningProblem } from '../file/problem.ts';
import type { ReadFile } from '../file/read-file.ts';
import type { ApplyOptions } from './apply-sections.ts';
import { findUnknown, type InWorkspace } from './find-unknown.ts';

export type { InWorkspace };

/** Runs `work` with a file that has no errors. Adds the line and column to errors, if the file's text is known. */
export async function withChecks<T>(
  read: ReadFile,
  options: ApplyOptions,
  inWorkspace: InWorkspace,
  work: (file: ProvisioningFile) => Promise<T>,
): Promise<T> {
  const { text, file, problems } = read;
  try {
    const unknown = await findUnknown(read, options, inWorkspace);
    if (!file || unknown.length > 0) throw new ProvisioningProblem([...problems, ...unknown]);
    return await work(file);
  } catch (error) {
    if (!(error instanceof ProvisioningProblem)) throw error;
    throw new ProvisioningProblem(error.problems, {
      ...(text !== undefined && { text }),
      cause: error.cause,
    });
  }
}

/** Returns a context in which all changes are rolled back. */
export const rehearsed = (context: Context): Context => ({ ...context, db: context.db.rehearse() });
