import { encodingFilters } from './encoding.ts';
import type { FilterSpec } from './filter-spec.ts';
import { listFilters } from './lists.ts';
import { numberFilters } from './numbers.ts';
import { sequenceFilters } from './sequences.ts';
import { textFilters } from './texts.ts';

/**
 * The compiler implements `default`, because its input may be missing. This entry only defines its arguments.
 */
const defaultFilter: FilterSpec = { least: 0, most: 1, run: (_, value) => value };

/** All filters (spec/templates §1.3). Any other name is an error when the template is saved. */
export const filters: ReadonlyMap<string, FilterSpec> = new Map<string, FilterSpec>([
  ['default', defaultFilter],
  ...Object.entries({
    ...textFilters,
    ...sequenceFilters,
    ...listFilters,
    ...numberFilters,
    ...encodingFilters,
  }),
]);
