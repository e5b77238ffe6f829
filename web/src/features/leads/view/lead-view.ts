/** One condition, or a group of them as the API takes it. */
export interface Condition {
  readonly alias: string;
  readonly operator: string;
  readonly value?: unknown;
}

/** What of the leads is shown; it stands in the address, so that it can be shared and saved. */
export interface LeadView {
  readonly search?: string;
  readonly filters?: unknown[];
  readonly match?: 'all' | 'any';
  /** An alias, with a minus sign for descending. */
  readonly order?: string;
  readonly columns?: string[];
  /** The list is opened at this value of what it is ordered by. */
  readonly at?: string;
  /** The list is opened at its end. */
  readonly end?: true;
}

export const usualOrder = '-id';
export const usualColumns = [
  'first_name',
  'last_name',
  'email',
  'company',
  'status',
  'owner',
  'date_modified',
];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Of an address only what fits is taken: a link that was cut still opens. */
export function readView(given: Record<string, unknown>): LeadView {
  const { search, filters, match, order, columns, at, end } = given;
  return {
    ...((typeof search === 'string' || typeof search === 'number') &&
      search !== '' && { search: String(search) }),
    ...(Array.isArray(filters) && filters.length > 0 && { filters }),
    ...(match === 'any' && { match }),
    ...(typeof order === 'string' && /^-?\w+$/.test(order) && { order }),
    ...(isTexts(columns) && columns.length > 0 && { columns }),
    ...((typeof at === 'string' || typeof at === 'number') && at !== '' && { at: String(at) }),
    ...(end === true && { end }),
  };
}

export const isCondition = (entry: unknown): entry is Condition =>
  typeof entry === 'object' && entry !== null && 'alias' in entry && 'operator' in entry;

/** What decides which leads there are, without how they are shown. */
export const chosenOf = ({ search, filters, match }: LeadView) => ({
  ...(search !== undefined && { search }),
  ...(filters !== undefined && { filters }),
  ...(match !== undefined && { match }),
});

export const isFiltered = ({ search, filters }: LeadView): boolean =>
  search !== undefined || filters !== undefined;

/** The view from its beginning on. */
export const fromBeginning = ({ at: _at, end: _end, ...view }: LeadView): LeadView => view;
