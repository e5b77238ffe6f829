import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/**
 * Reads a file, or standard input if the path is `-`. With `docker exec --interactive`, standard input is a
 * non-blocking pipe, which a synchronous read can't wait for.
 */
export const readInput = (path: string): Promise<string> =>
  path === '-' ? text(process.stdin) : readFile(path, 'utf8');
