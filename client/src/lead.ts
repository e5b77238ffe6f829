import type { components } from './api.gen.ts';

type Schemas = components['schemas'];

/** The named properties of a type, without its index signature. */
type Named<Type> = { [Key in keyof Type as string extends Key ? never : Key]: Type[Key] };

/** A value that a custom field of a workspace can hold. */
export type CustomFieldValue = string | number | boolean | readonly string[] | null;

/** Your workspace's own fields by their alias, for example `{ shoe_size: number | null }`. */
export type CustomFields<Custom> = { [Key in keyof Custom]: CustomFieldValue };

/** A workspace without fields of its own. */
export type NoCustomFields = Record<never, never>;

/** A lead as the API answers it: the built-in fields, and your own flat beside them. Times are ISO 8601 in UTC. */
export type Lead<Custom = NoCustomFields> = Named<Schemas['Lead']> & Custom;

/** The fields to write. What is left out stays as it is, `null` empties. A lead that was read can be sent back whole. */
export type LeadInput<Custom = NoCustomFields> = Partial<Named<Schemas['LeadInput']> & Custom>;

/** A new lead. */
export type NewLead<Custom = NoCustomFields> = Partial<Omit<Named<Schemas['LeadInput']>, 'id'> & Custom>;

/** One page, and the true number of all that match. */
export interface LeadPage<Custom = NoCustomFields> {
  readonly total: number;
  readonly leads: Lead<Custom>[];
}

type FieldName<Custom> = (keyof Named<Schemas['Lead']> | keyof Custom) & string;

/** How a field is compared. Text compares without case; a negative operator also matches an empty field. */
export type Operator = NonNullable<Schemas['Filter']['operator']>;

/** A condition, or a group of which all or any must hold. */
export type Filter<Custom = NoCustomFields> =
  | { readonly alias: FieldName<Custom>; readonly operator: Operator; readonly value?: unknown }
  | { readonly all: readonly Filter<Custom>[] }
  | { readonly any: readonly Filter<Custom>[] };

/** Which leads: all that match every filter, or any of them. */
export interface Which<Custom = NoCustomFields> {
  readonly filters?: readonly Filter<Custom>[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
}

/** In what order, `-` for descending; by id unless you say otherwise. */
interface Order<Custom> {
  readonly orderBy?: FieldName<Custom> | `-${FieldName<Custom>}` | undefined;
}

/** Part of a list: at most 100, without `limit` the workspace's default. */
export interface ListWish<Custom = NoCustomFields> extends Order<Custom> {
  readonly limit?: number | undefined;
  readonly start?: number | undefined;
}

/** A search, by pages that count from 1. */
export interface SearchWish<Custom = NoCustomFields> extends Which<Custom>, Order<Custom> {
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

/** A field that leads have in this workspace. */
export type LeadField = Schemas['Fields'][number];

/** Something that was done to a lead, by whom and by what means. */
export type HistoryEntry = Schemas['History']['history'][number];

/** Newest first. */
export interface HistoryPage {
  readonly total: number;
  readonly history: HistoryEntry[];
}

/** Who the client acts as. */
export type Me = Schemas['Self']['user'];
