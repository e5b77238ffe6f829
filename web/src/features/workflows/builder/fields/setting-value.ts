import type { FieldForm } from '../edit/step-forms.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the path of a field's value in its step. */
export const settingPlace = (setting: string, { part }: FieldForm): readonly string[] =>
  part === undefined ? [setting] : [setting, part];

export function valueAt(step: Values, [key = '', ...rest]: readonly string[]): unknown {
  const value = step[key];
  return rest.length === 0 ? value : valueAt((value ?? {}) as Values, rest);
}

/** Returns the step with a changed value. If the value is optional and empty, it is removed. */
export function withValue(step: Values, setting: string, form: FieldForm, value: unknown): Values {
  const isRemoved = form.isOptional && (value === undefined || value === '' || isEmptyMap(form, value));
  return withValueAt(step, settingPlace(setting, form), isRemoved ? undefined : value);
}

const isEmptyMap = ({ kind }: FieldForm, value: unknown): boolean =>
  kind === 'map' && Object.keys(value as object).length === 0;

function withValueAt(step: Values, [key = '', ...rest]: readonly string[], value: unknown): Values {
  const inner = rest.length === 0 ? value : withValueAt((step[key] ?? {}) as Values, rest, value);
  const isGone = inner === undefined || (rest.length > 0 && Object.keys(inner as object).length === 0);
  if (!isGone) return { ...step, [key]: inner };
  const { [key]: _, ...others } = step;
  return others;
}

/** Returns the new value. If the old value was a number, list, or map and the text is valid JSON, the text is parsed. */
export function overwritten(before: unknown, text: string): unknown {
  if (typeof before === 'string' || before === undefined) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}
