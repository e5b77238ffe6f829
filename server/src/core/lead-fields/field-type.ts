import type { Operator } from './operators.ts';

/** An empty field is null. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The part of a field that its type needs in order to read a value. */
export interface TypedField {
  readonly alias: string;
  /** For `select` and `multiselect`. */
  readonly options: readonly string[];
}

/** The JSON Schema of a value, for the OpenAPI document and the agent tools. */
export interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
}

/** A type of lead field. REST, MCP, console, CSV, search and docs derive everything from it. */
export interface FieldType {
  /** For the reference. */
  readonly description: string;
  /** For the reference: a value as the API accepts and returns it. */
  readonly example: unknown;
  /** For a non-empty value. */
  schema(options: readonly string[]): ValueSchema;
  /** How an agent writes a value; null if the schema is enough. */
  readonly hint: string | null;
  /** What the API returns for an empty field. */
  readonly empty: null | readonly [];

  /** Each entry of a list is stored, compared and searched separately. */
  readonly isList: boolean;
  readonly hasOptions: boolean;
  readonly canBeUnique: boolean;
  readonly isSortable: boolean;
  /** Empty if leads can't be filtered by such a field. */
  readonly operators: readonly Operator[];
  /** Values are user ids; an imported file may have email addresses instead. */
  readonly refersTo: 'user' | null;

  /**
   * Checks a non-empty value from a caller and returns what is stored. It is strict: accepting a nearly
   * correct value would store something other than what was sent.
   */
  read(field: TypedField, value: unknown): FieldValue;
  /** The same for filters and cursors, where the value may be part of a text or one entry of a list. */
  readComparand(field: TypedField, value: unknown): NonNullable<FieldValue>;
  /** For filters and orders; null for types that compare as text. */
  readonly toNumber: ((value: NonNullable<FieldValue>) => number) | null;

  /** Converts a CSV cell or typed text for `read`. Invalid text stays as it is, and `read` rejects it. */
  parse(text: string): unknown;
  /** Writes a value as a CSV cell that `parse` understands. */
  format(value: unknown): string;
}
