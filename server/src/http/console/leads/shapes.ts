import { z } from 'zod';
import { fieldTypeNames } from '../../../core/lead-fields/index.ts';
import { viewDefinitionSchema } from '../../../core/saved-views/index.ts';

/** A lead as the API shows it: its fields flat, by alias. */
export const lead = z.record(z.string(), z.unknown());

export const fieldShape = z.object({
  alias: z.string(),
  label: z.string(),
  type: z.enum(fieldTypeNames),
  unique: z.boolean(),
  required: z.boolean(),
  read_only: z.boolean(),
  options: z.array(z.string()),
  /** What a filter can ask of it. */
  operators: z.array(z.string()),
  is_ordered: z.boolean(),
});

/** Which leads: what was typed into the box, and filters as a search of the API takes them. */
export const chosen = viewDefinitionSchema.pick({ search: true, filters: true, match: true });
