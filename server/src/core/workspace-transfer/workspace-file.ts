import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { invalid, messageOf } from '../../lib/errors.ts';

/** The first line of the file. docs/operating-workspaces.md describes the format. */
export const headerSchema = z.strictObject({
  format: z.literal('hark-workspace'),
  version: z.literal(1),
  /**
   * The source database's schema version. Rows can be imported only into a database with the same version.
   */
  schema: z.int(),
  exported_at: z.string(),
  workspace: z.strictObject({ name: z.string(), base_url: z.string() }),
  has_runs: z.boolean(),
  /** Null if secrets were omitted. */
  secrets: z.strictObject({ salt: z.string(), check: z.string() }).nullable(),
});
export type FileHeader = z.infer<typeof headerSchema>;

/** The last line. If it is missing, the file is truncated. */
export const endSchema = z.strictObject({
  end: z.strictObject({
    tables: z.record(z.string(), z.strictObject({ rows: z.int(), highest_id: z.int().optional() })),
    /** One timestamp for each week that has runs. */
    weeks: z.array(z.string()),
  }),
});
export type FileEnd = z.infer<typeof endSchema>['end'];

/** Formats one row as a line with the table and the row's JSON. */
export const rowLine = (table: string, row: string): string => `["${table}",${row}]\n`;

/** Splits a row's line without parsing the row. */
export function splitRowLine(line: string): { table: string; row: string } {
  const comma = line.indexOf(',');
  if (!line.startsWith('["') || comma < 0 || !line.endsWith(']'))
    throw damaged("it has a line that isn't a row");
  return { table: line.slice(2, comma - 1), row: line.slice(comma + 1, -1) };
}

export const damaged = (reason: string) =>
  invalid('damaged_file', `This isn't a complete file from \`hark workspace export\`: ${reason}.`);

/** Writes a new file that only its owner can read. An incomplete file never gets the final name. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(
      Readable.from(lines),
      createGzip({ level: 6 }),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw invalid('file_exists', `${part} already exists. Remove it, or choose another name.`);
    await rm(part, { force: true });
    throw error;
  }
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  pipe(createReadStream(path), unpacked, () => {});
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  try {
    for await (const chunk of unpacked) {
      const parts = decoder.write(chunk as Buffer).split('\n');
      for (const part of parts.slice(0, -1)) {
        yield [...rest, part].join('');
        rest = [];
      }
      rest.push(parts.at(-1) ?? '');
    }
  } catch (error) {
    throw error instanceof Error && 'kind' in error ? error : damaged(messageOf(error));
  }
  if (rest.join('') !== '') throw damaged('its last line is truncated');
}
