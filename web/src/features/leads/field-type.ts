import type { ComponentType } from 'react';
import type { Field } from './field.ts';

/** The props of a value editor. `onChange` receives values in the API's format, and null for an empty value. */
export interface EditorProps {
  readonly field: Pick<Field, 'options' | 'label'>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Props to pass on to the input: label, mark of required fields, error, size and focus. */
  readonly input: {
    readonly label?: string;
    readonly 'aria-label'?: string;
    readonly withAsterisk?: true;
    readonly error?: string;
    readonly size?: 'xs';
    readonly autoFocus?: true;
  };
  /** The placeholder, which names the field if no label is shown. */
  readonly hint: { readonly placeholder?: string };
  /** Whether the editor is in a table cell, where space is limited. */
  readonly isBare: boolean;
  /** The label of the empty choice. */
  readonly emptyLabel: string;
  /** Called after `onChange` if the user is done with the value, because they chose it from a list. */
  readonly onDone?: (() => void) | undefined;
}

/** How the console edits and shows one type of lead field. */
export interface FieldType {
  readonly label: string;
  /** Whether the field has a list of options. */
  readonly hasOptions: boolean;

  readonly Editor: ComponentType<EditorProps>;
  /** Edits a filter's value. For fields that contain a list, this is a single list entry. */
  readonly FilterEditor: ComponentType<EditorProps>;
  /** Chooses the values of a filter that takes several. Undefined if the field's possible values aren't known. */
  readonly ListEditor: ComponentType<EditorProps> | undefined;
  /** Parses one line of a filter that takes several values. */
  readLine(line: string): unknown;
  /** Whether the editor handles Enter itself. If so, only Ctrl+Enter saves a cell. */
  readonly takesEnter: boolean;

  /** Shows a value on the lead's page. `text` is the value as a single line, which is never empty. */
  readonly Value: ComponentType<{ value: unknown; text: string }>;
  /** Returns a link for a value, such as `mailto:`. Undefined if the value is no link. */
  hrefOf(text: string): string | undefined;
  /** Shows a value in a table cell. `text` is empty if there is no value. */
  readonly Cell: ComponentType<{ value: unknown; text: string }>;
  /** The width of table columns of this type. Undefined if the width depends on the field. */
  readonly columnWidth: number | undefined;
  /** Formats a value as one line of text for the lead's history. */
  textOf(value: unknown, users: readonly { id: number; name: string }[]): string;

  /** The type of the input for jumping to a value in a sorted list. */
  readonly goToInput: 'text' | 'date';
  /** Converts the typed text to the value to jump to. */
  goTo(typed: string, isDescending: boolean): string;
}
