import type { Operator } from './operators.ts';

/** A stored value; null for an empty field. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The properties of a field that its type needs to read a value. */
export interface TypedField {
  readonly alias: string;
  /** The allowed values, for `select` and `multiselect`. */
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

/**
 * A lead field type. REST, MCP, the console, CSV, search and the docs derive everything about a field from
 * it.
 */
export interface FieldType {
  /** Shown in the reference. */
  readonly description: string;
  /** Shown in the reference: a value as the API accepts and returns it. */
  readonly example: unknown;
  /** Returns the schema of a non-empty value. */
  schema(options: readonly string[]): ValueSchema;
  /** Explains to agents how to write a value; null if the schema is enough. */
  readonly hint: string | null;
  /** What the API returns for an empty field. */
  readonly empty: null | readonly [];

  /** Whether a value is a list, whose entries are stored, compared and searched separately. */
  readonly isList: boolean;
  readonly hasOptions: boolean;
  readonly canBeUnique: boolean;
  readonly isSortable: boolean;
  /** The operators for filters; empty if leads can't be filtered by fields of this type. */
  readonly operators: readonly Operator[];
  /** `user` if values are user IDs. An imported file may contain email addresses instead. */
  readonly refersTo: 'user' | null;

  /**
   * Checks a non-empty value from a caller and returns the value to store. The check is strict: accepting an
   * almost valid value would store something different from what was sent.
   */
  read(field: TypedField, value: unknown): FieldValue;
  /**
   * Like `read`, but for filters and cursors, where the value may be part of a string or a single list entry.
   */
  readComparand(field: TypedField, value: unknown): NonNullable<FieldValue>;
  /** Converts a value for filtering and sorting; null for types that compare as strings. */
  readonly toNumber: ((value: NonNullable<FieldValue>) => number) | null;

  /**
   * Converts a CSV cell or typed text to a value for `read`. Invalid text is returned unchanged, so `read`
   * rejects it.
   */
  parse(text: string): unknown;
  /** Formats a value as a CSV cell that `parse` can read. */
  format(value: unknown): string;
}
