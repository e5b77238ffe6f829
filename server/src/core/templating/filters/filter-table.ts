import { encodingFilters } from './encoding.ts';
import type { FilterSpec } from './filter-spec.ts';
import { listFilters } from './lists.ts';
import { numberFilters } from './numbers.ts';
import { sequenceFilters } from './sequences.ts';
import { textFilters } from './texts.ts';

/** `default` looks at a value that may be missing, so the compiler does it; here is only its form. */
const defaultFilter: FilterSpec = { least: 0, most: 1, run: (_, value) => value };

/** All filters (decisions 5). A name that is not here is a mistake when the template is saved. */
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
