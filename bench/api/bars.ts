import type { Bar } from '../document.ts';

/**
 * The target for each ratio, and a sentence that explains what limits it. The weakest ratio's sentence becomes
 * the document's `limits`.
 */
export const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  list_vs_bare_node: {
    least: 0.7,
    because:
      'checking the credential, the policies and the request costs CPU in addition to the same statement',
  },
  list_vs_bare_sql: {
    least: 0.3,
    because: 'one Node.js process writes every response, while pgbench only receives it',
  },
  create_vs_bare_sql: {
    least: 0.4,
    because:
      'the credential, and each statement whose parameters depend on an earlier result, need separate round trips',
  },
  growth_list: { most: 1.5, because: 'both read one page by key and a folded count' },
  growth_unique_search: { most: 1.5, because: 'a deeper index, of which less is cached' },
  growth_prefix_search: {
    most: 1.5,
    because: 'in a large workspace every match is on a different page',
  },
  growth_create: { most: 1.5, because: 'every index entry goes to a page that may not be cached' },
  growth_edit: { most: 1.5, because: 'every index entry goes to a page that may not be cached' },
  growth_delete: { most: 1.5, because: 'the lead and its values are on pages that may not be cached' },
  growth_deep_page: { most: 10, because: 'the counts of all blocks are added up to find the first row' },
  growth_selective_filter: {
    most: 3,
    because: 'in a large workspace every match is on a different page',
  },
  growth_own_list: { most: 1.5, because: "one owner's leads are far apart in a large workspace" },
  growth_runs: { most: 1.5, because: 'the exact total counts every run' },
  growth_runs_failed: { most: 1.5, because: 'in a large workspace every match is on a different page' },
  growth_runs_of_workflow: { most: 1.5, because: 'in a large workspace every match is on a different page' },
  wide_filter_vs_bare_sql: {
    least: 0.7,
    because: 'counting the total has to apply the row-level security policy',
  },
};
