import { z } from 'zod';
import { csvEncodings } from '../../../lib/csv/read-record.ts';

/** How a file of leads is read, and what is done with its rows. */
export const importOptionsSchema = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|']),
  encoding: z.enum(csvEncodings),
  has_header: z.boolean(),
  /** Which column fills which field; a column that is not named is left out. */
  mapping: z
    .array(z.strictObject({ column: z.int().min(0).max(999), alias: z.string().max(100) }))
    .min(1, 'Choose a field for at least one column.')
    .max(300),
  mode: z.enum(['create', 'update', 'upsert']),
  /** The unique field that a lead is recognised by; a file of new leads needs none. */
  match: z.string().max(100).nullable(),
  /** Tries everything out and changes nothing. */
  is_trial: z.boolean(),
});

export type ImportOptions = z.infer<typeof importOptionsSchema>;
