import type { Bar } from '../document.ts';

/** What each ratio should reach, and what limits it: the sentence of the weakest becomes the document's `limits`. */
export const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  list_vs_bare_node: {
    least: 0.7,
    because: 'the credential, the policies and the checks of a request cost CPU beside the same statement',
  },
  list_vs_bare_sql: {
    least: 0.3,
    because: 'one Node process writes every answer, while pgbench only receives it',
  },
  create_vs_bare_sql: {
    least: 0.4,
    because:
      'the credential and each statement whose parameters need an earlier answer are round trips of their own',
  },
  growth_list: { most: 1.5, because: 'both read one page by the key and a folded count' },
  growth_unique_search: { most: 1.5, because: 'a deeper index with more of it outside of memory' },
  growth_prefix_search: {
    most: 1.5,
    because: 'the matches of a large workspace lie on as many pages as there are matches',
  },
  growth_create: { most: 1.5, because: 'every index entry goes to a page that may be outside of memory' },
  growth_edit: { most: 1.5, because: 'every index entry goes to a page that may be outside of memory' },
  growth_delete: { most: 1.5, because: 'the lead and its values lie on pages that may be outside of memory' },
  growth_deep_page: { most: 10, because: 'the counts of all blocks are added up to find the first row' },
  growth_selective_filter: {
    most: 3,
    because: 'the matches of a large workspace lie on as many pages as there are matches',
  },
  growth_own_list: { most: 1.5, because: 'the leads of one owner lie far apart in a large workspace' },
  wide_filter_vs_bare_sql: { least: 0.7, because: 'such a total must be counted, behind the policy' },
};
