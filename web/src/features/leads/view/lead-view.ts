/** A filter condition, as in the API. */
export interface Condition {
  readonly alias: string;
  readonly operator: string;
  readonly value?: unknown;
}

/** What the list shows. The view is kept in the URL, so users can share and save it. */
export interface LeadView {
  readonly search?: string;
  readonly filters?: unknown[];
  readonly match?: 'all' | 'any';
  /** The alias of the field to sort by. A leading minus sign means descending order. */
  readonly order?: string;
  readonly columns?: string[];
  /** Opens the list at this value of the sorted field. */
  readonly at?: string;
  /** Opens the list at its end. */
  readonly end?: true;
  /** Shows the leads as cards in a column for each status, instead of as a table. */
  readonly layout?: 'board';
}

export const defaultOrder = '-date_added';
export const defaultColumns = [
  'first_name',
  'last_name',
  'email',
  'company',
  'status',
  'owner',
  'date_added',
];

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Reads the view from the URL. It ignores invalid parts, so a truncated link still opens. */
export function readView(params: Record<string, unknown>): LeadView {
  const { search, filters, match, order, columns, at, end, layout } = params;
  return {
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search) }),
    ...(Array.isArray(filters) && filters.length > 0 && { filters }),
    ...(match === 'any' && { match }),
    ...(typeof order === 'string' && /^-?\w+$/.test(order) && { order }),
    ...(isStrings(columns) && columns.length > 0 && { columns }),
    ...((typeof at === 'string' || typeof at === 'number') && at !== '' && { at: String(at) }),
    ...(end === true && { end }),
    ...(layout === 'board' && { layout }),
  };
}

export const isCondition = (entry: unknown): entry is Condition =>
  typeof entry === 'object' && entry !== null && 'alias' in entry && 'operator' in entry;

/** Returns the part of the view that determines which leads match. */
export const criteriaOf = ({ search, filters, match }: LeadView) => ({
  ...(search !== undefined && { search }),
  ...(filters !== undefined && { filters }),
  ...(match !== undefined && { match }),
});

export const isFiltered = ({ search, filters }: LeadView): boolean =>
  search !== undefined || filters !== undefined;

/** Returns the same view, opened at the start of the list. */
export const fromStart = ({ at: _at, end: _end, ...view }: LeadView): LeadView => view;

/** Whether the same leads match two views. */
export const hasSameLeads = (one: LeadView, other: LeadView): boolean =>
  JSON.stringify(criteriaOf(one)) === JSON.stringify(criteriaOf(other));

/** Whether two views show the same leads in the same way. */
export const isSameView = (one: LeadView, other: LeadView): boolean => canonical(one) === canonical(other);

const canonical = (view: LeadView) => {
  const { search, filters, match, order = defaultOrder, columns = defaultColumns, layout } = view;
  return JSON.stringify([search, filters, match, order, columns, layout]);
};
