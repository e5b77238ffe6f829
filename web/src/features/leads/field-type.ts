import type { ComponentType } from 'react';
import type { Field } from './field.ts';

/** What an editor of a value gets. It gives what the API accepts, and null when the value is emptied. */
export interface EditorProps {
  readonly field: Pick<Field, 'options' | 'label'>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** For the input itself: label, error, size and focus. */
  readonly input: {
    readonly label?: string;
    readonly 'aria-label'?: string;
    readonly error?: string;
    readonly size?: 'xs';
    readonly autoFocus?: true;
  };
  /** Where no label is shown, the empty input says what it is for. */
  readonly hint: { readonly placeholder?: string };
  /** In a cell of the table, with little room. */
  readonly isBare: boolean;
  /** What a choice shows while nothing is chosen. */
  readonly emptyLabel: string;
}

/** Everything the console knows about one type of lead field. */
export interface FieldType {
  readonly label: string;
  /** People list the options when they create the field. */
  readonly hasOptions: boolean;

  readonly Editor: ComponentType<EditorProps>;
  /** Edits the value of a filter: for a list, one of its entries. */
  readonly FilterEditor: ComponentType<EditorProps>;
  /** Reads one line of a filter that compares with several values. */
  readLine(line: string): unknown;
  /** Enter belongs to the editor, so that only Ctrl+Enter saves a cell. */
  readonly takesEnter: boolean;

  /** Shows a value on the page of a lead; `text` is the value as one line, never empty. */
  readonly Value: ComponentType<{ value: unknown; text: string }>;
  /** Shows a value in a cell of the table. */
  readonly Cell: ComponentType<{ text: string }>;
  /** The value gets the whole width on the page of a lead. */
  readonly isWide: boolean;
  /** The width of a column of this type; undefined leaves it to the field. */
  readonly columnWidth: number | undefined;
  /** A value as one line of text in the history of a lead. */
  textOf(value: unknown, users: readonly { id: number; name: string }[]): string;

  /** The input that asks where in a sorted list to go. */
  readonly goToInput: 'text' | 'date';
  /** Turns what was typed there into the value to go to. */
  goTo(typed: string, isDescending: boolean): string;
}
