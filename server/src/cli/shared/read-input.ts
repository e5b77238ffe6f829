import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { invalid, messageOf } from '../../lib/errors.ts';

/**
 * Reads a file, or standard input if the path is `-`. With `docker exec --interactive`, standard input is a
 * non-blocking pipe, which a synchronous read can't wait for.
 */
export const readInput = (path: string): Promise<string> =>
  path === '-' ? text(process.stdin) : readFile(path, 'utf8');

/** Like `readInput`, but for a file that the user named. @throws HarkError if it can't be read */
export async function readNamedFile(path: string): Promise<string> {
  try {
    return await readInput(path);
  } catch (error) {
    throw invalid('file_unreadable', `Can't read ${path}: ${messageOf(error)}`);
  }
}
