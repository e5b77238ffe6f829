import { z } from 'zod';
import { invalid } from '../../lib/errors.ts';

/** The max length of a view. A view made in the console always fits, because a URL has at most 8 KiB. */
const maxDefinitionLength = 32_768;

/** A view's parameters, which are the same as in the page's URL. */
export const viewDefinitionSchema = z.strictObject({
  search: z.string().max(200).optional(),
  /** Filters in the format of the API's search. */
  filters: z.array(z.unknown()).max(50).optional(),
  match: z.enum(['all', 'any']).optional(),
  order: z.string().max(101).optional(),
  columns: z.array(z.string().max(100)).max(300).optional(),
  layout: z.literal('board').optional(),
});

/**
 * Throws if a view is too long. All of a user's views and all shared views are read together, so each must be
 * short.
 */
export function requireShort(definition: ViewDefinition): void {
  if (JSON.stringify(definition).length > maxDefinitionLength)
    throw invalid('view_too_long', "This view's filters are too long to save. Remove some of them.");
}

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;
