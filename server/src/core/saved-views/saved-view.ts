import { z } from 'zod';
import { invalid } from '../../lib/errors.ts';

/** An address has 8 KiB; what does not fit there was not made by looking at leads. */
const longestDefinition = 32_768;

/** What a view shows: the same that stands in the address of the page. */
export const viewDefinitionSchema = z.strictObject({
  search: z.string().max(200).optional(),
  /** As a search of the API takes them. */
  filters: z.array(z.unknown()).max(50).optional(),
  match: z.enum(['all', 'any']).optional(),
  order: z.string().max(101).optional(),
  columns: z.array(z.string().max(100)).max(300).optional(),
});

/** All views of a user, and those of everybody that are shared, are read at once: so each is short. */
export function requireShort(definition: ViewDefinition): void {
  if (JSON.stringify(definition).length > longestDefinition)
    throw invalid('view_too_long', 'The filters of this view are too long to keep. Take some out.');
}

export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;
