import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Field } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { typeOf } from '../field-types.ts';

export interface ValueInputProps {
  readonly field: Pick<Field, 'alias' | 'type' | 'options' | 'label'>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly label?: string;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
  readonly isBare?: boolean;
  /** The label of the empty choice. */
  readonly emptyLabel?: string | undefined;
  readonly onDone?: (() => void) | undefined;
  /** Replaces the default editor of the field's type. */
  readonly editor?: FieldType['Editor'];
}

/** The input for a field's value. */
export function ValueInput({
  field,
  value,
  onChange,
  label,
  isRequired = false,
  error,
  isBare = false,
  emptyLabel = leadsTexts.empty,
  onDone,
  editor: Editor = typeOf(field).Editor,
}: ValueInputProps) {
  const input = {
    ...(label === undefined ? { 'aria-label': field.label } : { label }),
    ...(isRequired ? ({ withAsterisk: true } as const) : {}),
    ...(error === undefined ? {} : { error }),
    ...(isBare ? ({ size: 'xs', 'data-autofocus': true, autoFocus: true } as const) : {}),
  };
  const hint = label === undefined && !isBare ? { placeholder: field.label } : {};
  return (
    <Editor
      field={field}
      value={value}
      onChange={onChange}
      input={input}
      hint={hint}
      isBare={isBare}
      emptyLabel={emptyLabel}
      onDone={onDone}
    />
  );
}
