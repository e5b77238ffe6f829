import { z } from 'zod';
import { csvEncodings } from '../../../lib/csv/read-record.ts';

export const importOptionsSchema = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|']),
  encoding: z.enum(csvEncodings),
  has_header: z.boolean(),
  /** The field for each column. Columns that aren't listed are ignored. */
  mapping: z
    .array(z.strictObject({ column: z.int().min(0).max(999), alias: z.string().max(100) }))
    .min(1, 'Choose a field for at least one column.')
    .max(300),
  mode: z.enum(['create', 'update', 'upsert']),
  /** The unique field that identifies a lead; null if the file contains only new leads. */
  match: z.string().max(100).nullable(),
  /** Whether the new and changed leads start triggers. */
  start_triggers: z.boolean().optional(),
  /** Whether this is a dry run, which changes nothing. */
  is_trial: z.boolean(),
});

export type ImportOptions = z.infer<typeof importOptionsSchema>;
