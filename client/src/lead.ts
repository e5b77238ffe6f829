import type { components } from './api.gen.ts';

type Schemas = components['schemas'];

/** The named properties of a type, without its index signature. */
type Named<Type> = { [Key in keyof Type as string extends Key ? never : Key]: Type[Key] };

/** A value of a custom field. */
export type CustomFieldValue = string | number | boolean | readonly string[] | null;

/** Your workspace's custom fields by alias, for example `{ shoe_size: number | null }`. */
export type CustomFields<Custom> = { [Key in keyof Custom]: CustomFieldValue };

/** A workspace without custom fields. */
export type NoCustomFields = Record<never, never>;

/** A lead as the API returns it, with built-in and custom fields on the same level. Times are ISO 8601 in UTC. */
export type Lead<Custom = NoCustomFields> = Named<Schemas['Lead']> & Custom;

/**
 * The fields to write. Omitted fields stay unchanged, and `null` clears a field. You can send back a lead
 * exactly as you read it.
 */
export type LeadInput<Custom = NoCustomFields> = Partial<Named<Schemas['LeadInput']> & Custom>;

/** A new lead. */
export type NewLead<Custom = NoCustomFields> = Partial<Omit<Named<Schemas['LeadInput']>, 'id'> & Custom>;

/** One page of leads, and the exact number of all matches. */
export interface LeadPage<Custom = NoCustomFields> {
  readonly total: number;
  readonly leads: Lead<Custom>[];
}

type FieldName<Custom> = (keyof Named<Schemas['Lead']> | keyof Custom) & string;

/** Comparison operators. Text comparisons ignore case. A negative operator also matches an empty field. */
export type Operator = NonNullable<Schemas['Filter']['operator']>;

/** A condition, or a group in which all or any entries must match. */
export type Filter<Custom = NoCustomFields> =
  | { readonly alias: FieldName<Custom>; readonly operator: Operator; readonly value?: unknown }
  | { readonly all: readonly Filter<Custom>[] }
  | { readonly any: readonly Filter<Custom>[] };

/** Selects leads that match all filters, or any of them. */
export interface Which<Custom = NoCustomFields> {
  readonly filters?: readonly Filter<Custom>[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
}

/** The sort field. A leading `-` sorts in descending order. Leads are sorted by ID by default. */
interface Order<Custom> {
  readonly orderBy?: FieldName<Custom> | `-${FieldName<Custom>}` | undefined;
}

/** Parameters for a list. A page has at most 100 leads; the default is the workspace's page size. */
export interface ListParams<Custom = NoCustomFields> extends Order<Custom> {
  readonly limit?: number | undefined;
  readonly start?: number | undefined;
}

/** Parameters for a search. Pages start at 1. */
export interface SearchParams<Custom = NoCustomFields> extends Which<Custom>, Order<Custom> {
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

/** A lead field of this workspace. */
export type LeadField = Schemas['Fields'][number];

/** A change to a lead: what changed, who changed it, and how. */
export type HistoryEntry = Schemas['History']['history'][number];

/** One page of a lead's history, newest entry first. */
export interface HistoryPage {
  readonly total: number;
  readonly history: HistoryEntry[];
}

/** The user that the client acts as. */
export type Me = Schemas['Self']['user'];
