import type { Operator } from './operators.ts';

/** What a field of a lead can hold. An empty field is null. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The part of a field that its type needs in order to read a value. */
export interface TypedField {
  readonly alias: string;
  /** What `select` and `multiselect` choose from. */
  readonly options: readonly string[];
}

/** The JSON Schema of a value: enough for the OpenAPI document and for the tools of agents. */
export interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
}

/** Everything the server knows about one type of lead field. REST, MCP, console, CSV, search and docs derive from it. */
export interface FieldType {
  /** For the reference: what a field of this type holds. */
  readonly description: string;
  /** For the reference: a value as the API accepts and returns it. */
  readonly example: unknown;
  /** The schema of a value that is not empty. */
  schema(options: readonly string[]): ValueSchema;
  /** Tells an agent how to write a value; null where the schema is enough. */
  readonly hint: string | null;
  /** What the API returns for an empty field. */
  readonly empty: null | readonly [];

  /** Each entry of a list is stored, compared and searched by itself. */
  readonly isList: boolean;
  readonly hasOptions: boolean;
  readonly canBeUnique: boolean;
  readonly isSortable: boolean;
  /** What a filter can ask; none means that leads cannot be filtered by such a field. */
  readonly operators: readonly Operator[];
  /** Values are ids of users, so an imported file may name a user by email address instead. */
  readonly refersTo: 'user' | null;

  /**
   * Checks a value from a caller, never an empty one, and returns what is stored. It is strict: a value that is nearly
   * right would be stored as something else than what was sent.
   */
  read(field: TypedField, value: unknown): FieldValue;
  /** The same for a value to filter or to position by, which may be a part of a text or one entry of a list. */
  readComparand(field: TypedField, value: unknown): NonNullable<FieldValue>;
  /** The number that values are filtered and ordered by; null for types that compare as text. */
  readonly toNumber: ((value: NonNullable<FieldValue>) => number) | null;

  /** Turns text from a CSV cell or an input box into what `read` takes. Text that does not fit stays, and `read` rejects it. */
  parse(text: string): unknown;
  /** Writes a value as a CSV cell that `parse` understands. */
  format(value: unknown): string;
}
