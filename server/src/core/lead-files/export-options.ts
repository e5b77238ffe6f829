/** Which leads are exported, and what of them. */
export interface ExportOptions {
  /** As a search of the API takes them; checked against the fields when the export is asked for. */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly columns: readonly string[];
}
