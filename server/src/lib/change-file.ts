import { open, readFile, rename, rm } from 'node:fs/promises';
import { conflict, fault, HarkError, messageOf } from './errors.ts';

/**
 * Replaces a file with what `change` makes of its contents. Readers see either the old file or the new one, also after
 * a crash. The new contents are written to `<path>.lock`, which also keeps a second process from changing the file at
 * the same time. Returns the old contents, or undefined if there was no file.
 */
export async function changeFile(
  path: string,
  change: (before: string | undefined) => string,
): Promise<string | undefined> {
  const lock = `${path}.lock`;
  const file = await open(lock, 'wx', 0o644).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw notWritten(path, error);
    throw conflict(
      'file_locked',
      `Another command is changing ${path}. Try again; if no command is running, delete ${lock} first.`,
    );
  });
  try {
    const before = await readIfPresent(path);
    await file.writeFile(change(before));
    await file.sync();
    await rename(lock, path);
    return before;
  } catch (error) {
    await rm(lock, { force: true });
    throw error instanceof HarkError ? error : notWritten(path, error);
  } finally {
    await file.close();
  }
}

const readIfPresent = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const notWritten = (path: string, error: unknown) =>
  fault('file_not_written', `Can't write ${path}: ${messageOf(error)}`, error);
