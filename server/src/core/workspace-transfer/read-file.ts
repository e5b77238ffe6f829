import type { z } from 'zod';
import {
  damaged,
  endSchema,
  type FileEnd,
  type FileHeader,
  headerSchema,
  readLines,
  splitRowLine,
} from './workspace-file.ts';
import { carriedTables } from './workspace-tables.ts';

export interface ReadFile {
  readonly header: FileHeader;
  readonly end: FileEnd;
}

/**
 * Reads the whole file first, so a damaged, truncated or foreign file is rejected before anything is changed.
 */
export async function readWholeFile(path: string): Promise<ReadFile> {
  let header: FileHeader | undefined;
  let end: FileEnd | undefined;
  let allowed = new Set<string>();
  const rows = new Map<string, number>();
  for await (const line of readLines(path)) {
    if (end) throw damaged('it has more lines after its end marker');
    if (!header) {
      header = parsed(headerSchema, line, "its first line isn't a valid header");
      allowed = new Set(carriedTables({ hasSecrets: header.secrets !== null, hasRuns: header.has_runs }));
    } else if (line.startsWith('{')) end = parsed(endSchema, line, "its last line isn't valid").end;
    else {
      const { table } = splitRowLine(line);
      // Check the table name, because names from a file must never get into a statement.
      if (!allowed.has(table))
        throw damaged(`it has rows of an unexpected table, ${JSON.stringify(table.slice(0, 60))}`);
      rows.set(table, (rows.get(table) ?? 0) + 1);
    }
  }
  if (!header || !end) throw damaged('its last line is missing');
  for (const table of allowed) {
    const [found, expected] = [rows.get(table) ?? 0, end.tables[table]?.rows];
    if (found !== expected) throw damaged(`it has ${found} rows of ${table} instead of ${expected}`);
  }
  if (Object.keys(end.tables).length !== allowed.size) throw damaged('its last line lists unexpected tables');
  return { header, end };
}

function parsed<Schema extends z.ZodType>(schema: Schema, line: string, reason: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw damaged(reason);
  }
}
