import type { stepTexts } from '../../../texts/workflow-steps.ts';

/** How one field of a step is written. */
export interface FieldForm {
  readonly key: keyof typeof stepTexts.fields;
  /** Where it stands in the step, if not under its key. */
  readonly at?: readonly string[];
  readonly kind:
    | 'line'
    | 'text'
    | 'condition'
    | 'map'
    | 'tree'
    | 'number'
    | 'method'
    | 'word'
    | 'workflow'
    | 'outcome';
  readonly isOptional?: boolean;
  /** Names that a map proposes: fields of a lead. */
  readonly names?: 'fields' | 'unique';
}

const match: FieldForm = { key: 'match', kind: 'map', names: 'unique' };
const fields: FieldForm = { key: 'fields', kind: 'map', names: 'fields' };

/** The fields of each step type, in the order of a form (spec/provisioning §5). */
export const stepFields: Readonly<Record<string, readonly FieldForm[]>> = {
  'lead.create': [fields],
  'lead.update': [match, fields],
  'lead.upsert': [match, fields],
  'lead.find': [match],
  'lead.delete': [match],
  'http.request': [
    { key: 'method', kind: 'method' },
    { key: 'url', kind: 'line' },
    { key: 'headers', kind: 'map', isOptional: true },
    { key: 'query', kind: 'map', isOptional: true },
    { key: 'body', kind: 'tree', isOptional: true },
    { key: 'timeout_ms', kind: 'number', isOptional: true },
    { key: 'max_attempts', at: ['retry', 'max_attempts'], kind: 'number', isOptional: true },
  ],
  notify: [
    { key: 'user', kind: 'line' },
    { key: 'subject', kind: 'line' },
    { key: 'text', kind: 'text' },
  ],
  'workflow.start': [
    { key: 'workflow', kind: 'workflow' },
    { key: 'data', kind: 'tree' },
  ],
  branch: [{ key: 'if', kind: 'condition' }],
  for_each: [
    { key: 'items', kind: 'tree' },
    { key: 'as', kind: 'word', isOptional: true },
  ],
  set: [{ key: 'values', kind: 'map' }],
  respond: [
    { key: 'status', kind: 'number', isOptional: true },
    { key: 'headers', kind: 'map', isOptional: true },
    { key: 'body', kind: 'tree', isOptional: true },
    { key: 'redirect', kind: 'line', isOptional: true },
  ],
  stop: [
    { key: 'stopAs', at: ['as'], kind: 'outcome' },
    { key: 'message', kind: 'line', isOptional: true },
  ],
};

type Values = Readonly<Record<string, unknown>>;

export const placeOf = ({ key, at }: FieldForm): readonly string[] => at ?? [key];

export function valueAt(step: Values, [key = '', ...rest]: readonly string[]): unknown {
  const value = step[key];
  return rest.length === 0 ? value : valueAt((value ?? {}) as Values, rest);
}

/** The step with another value; one that may be left out is, when it is empty. */
export function withValue(step: Values, form: FieldForm, value: unknown): Values {
  const isLeftOut = form.isOptional && (value === undefined || value === '' || isEmptyMap(form, value));
  return withValueAt(step, placeOf(form), isLeftOut ? undefined : value);
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
