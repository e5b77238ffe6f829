import { z } from 'zod';
import { fieldTypeNames } from '../../../core/lead-fields/index.ts';
import { viewDefinitionSchema } from '../../../core/saved-views/index.ts';
import { moment } from '../operation.ts';

/** A lead as the API returns it, with all fields on one level, by alias. */
export const lead = z.record(z.string(), z.unknown());

/** What a change did to a lead, as in its history. */
export const fieldChanges = z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() }));

export const fieldShape = z.object({
  alias: z.string(),
  label: z.string(),
  type: z.enum(fieldTypeNames),
  unique: z.boolean(),
  required: z.boolean(),
  read_only: z.boolean(),
  options: z.array(z.string()),
  /** The operators that a filter can use. */
  operators: z.array(z.string()),
  is_ordered: z.boolean(),
});

/** What an undo leaves alone, and who changed it since. */
export const leftAlone = z.array(
  z.object({
    lead_id: z.number(),
    field: z.string().nullable(),
    reason: z.string(),
    changed_by: z.string().nullable(),
    changed_at: moment.nullable(),
  }),
);

/** The search text, and filters in the same form as in an API search. */
export const chosen = viewDefinitionSchema.pick({ search: true, filters: true, match: true });
