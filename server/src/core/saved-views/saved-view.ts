import { z } from 'zod';
import { invalid } from '../../lib/errors.ts';

/** A URL has at most 8 KiB; a view made in the console always fits. */
const longestDefinition = 32_768;

/** The same parameters as in the page's URL. */
export const viewDefinitionSchema = z.strictObject({
  search: z.string().max(200).optional(),
  /** As in a search of the API. */
  filters: z.array(z.unknown()).max(50).optional(),
  match: z.enum(['all', 'any']).optional(),
  order: z.string().max(101).optional(),
  columns: z.array(z.string().max(100)).max(300).optional(),
});

/** All views of a user, and all shared ones, are read at once, so each must be short. */
export function requireShort(definition: ViewDefinition): void {
  if (JSON.stringify(definition).length > longestDefinition)
    throw invalid('view_too_long', 'The filters of this view are too long to keep. Take some out.');
}

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;
