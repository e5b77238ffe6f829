import { stepTitle } from '../../../../components/values/step-name.ts';
import { valueTexts } from '../../../../texts/workflows/template-values.ts';
import type { BuilderValue } from '../builder-context.ts';
import {
  failureKey,
  type LoopAround,
  ownerOf,
  type StepPath,
  stepsBefore,
  type WrittenStep,
} from '../step-tree.ts';

/** A value that a template can insert. */
export interface DataValue {
  readonly path: string;
  readonly label: string;
  /** How many objects contain the value. */
  readonly depth: number;
  /** The value in the sample. Undefined if it isn't known yet. */
  readonly value: unknown;
}

/** Values from the same source. */
export interface DataGroup {
  /** The step type whose icon the group has. */
  readonly type: string;
  readonly label: string;
  readonly values: readonly DataValue[];
}

const maxDepth = 4;
const maxValues = 200;

/** What each step type returns, as far as it is known before the step has run. */
const knownOutputs: Readonly<Record<string, readonly string[]>> = {
  'http.request': ['status', 'body', 'headers'],
  'lead.create': ['id'],
  'lead.update': ['id'],
  'lead.upsert': ['id'],
  'lead.find': ['id'],
  'lead.search': ['total', 'leads'],
  'mail.send': ['message_id', 'rejected'],
  'workflow.start': ['run_id'],
};

/** Returns the values that the field at a path can use, by where they come from. */
export function dataGroups(
  { steps, input, outputs, language }: Pick<BuilderValue, 'steps' | 'input' | 'outputs' | 'language'>,
  field: StepPath,
  loops: readonly LoopAround[],
): readonly DataGroup[] {
  const path = ownerOf(steps, field)?.path ?? [];
  const { __headers: headers, __raw: _, ...body } = input;
  const before = stepsBefore(steps, path);
  const { groups } = valueTexts;
  return [
    ...(path.includes(failureKey)
      ? [
          {
            type: 'stop',
            label: groups.failure,
            values: ['message', 'step', 'code'].map((key) => leaf(`error.${key}`, key)),
          },
        ]
      : []),
    { type: 'webhook', label: groups.request, values: valuesIn(body, '__data') },
    ...loops.map(({ as, items }) => ({ type: 'for_each', label: as, values: itemValues(as, items, input) })),
    ...before.filter(hasOutput).map((step) => ({
      type: step.type,
      label: stepTitle(step.name),
      values: outputValues(step, outputs),
    })),
    { type: 'set', label: groups.variables, values: variables(before) },
    { type: 'webhook', label: groups.headers, values: valuesIn(headers, '__data.__headers') },
    {
      type: 'set',
      label: groups.secrets,
      values: language.secrets.map((name) => leaf(`secrets.${name}`, name)),
    },
    {
      type: 'set',
      label: groups.other,
      values: [
        leaf('now', valueTexts.now),
        leaf('run.id', valueTexts.runId),
        leaf('workspace.name', valueTexts.workspaceName),
        leaf('workspace.base_url', valueTexts.baseUrl),
        leaf('workspace.timezone', valueTexts.timezone),
        leaf('__data.__raw', valueTexts.rawBody),
      ],
    },
  ].filter(({ values }) => values.length > 0);
}

/** Returns a value as a short text. */
export function sampleText(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return valueTexts.items(value.length);
  if (typeof value === 'object' && value !== null) return valueTexts.count(Object.keys(value).length);
  return String(value);
}

const hasOutput = ({ type }: WrittenStep): boolean =>
  !['branch', 'for_each', 'set', 'wait', 'return', 'stop'].includes(type);

const leaf = (path: string, label: string): DataValue => ({ path, label, depth: 0, value: undefined });

/** Returns the values inside an object, each followed by the values inside it. */
function valuesIn(value: unknown, base: string, depth = 0): DataValue[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  const entries = Array.isArray(value) ? Object.entries(value.slice(0, 1)) : Object.entries(value);
  return entries
    .flatMap(([key, inner]) => {
      const path = /^\w+$/.test(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`;
      return [{ path, label: key, depth, value: inner }, ...valuesIn(inner, path, depth + 1)];
    })
    .slice(0, maxValues);
}

function outputValues({ name, type }: WrittenStep, outputs: Readonly<Record<string, unknown>>): DataValue[] {
  const base = `steps.${name}.output`;
  const output = outputs[name];
  const known =
    output === undefined
      ? (knownOutputs[type] ?? []).map((key) => leaf(`${base}.${key}`, key))
      : valuesIn(output, base);
  return known.length > 0 ? known : [{ ...leaf(base, valueTexts.output), value: output }];
}

/** Returns the variables that earlier steps set. Templates read them like fields of the request. */
const variables = (before: readonly WrittenStep[]): DataValue[] =>
  before
    .filter(({ type }) => type === 'set')
    .flatMap((step) => Object.keys(Object(step.values)))
    .filter((name) => /^\w+$/.test(name))
    .map((name) => leaf(`__data.${name}`, name));

/** Returns the loop's item and, if the list comes straight from the request, the values inside its first item. */
function itemValues(as: string, items: unknown, input: Readonly<Record<string, unknown>>): DataValue[] {
  const [, key = ''] = /^\{\{\s*__data\.(\w+)\s*\}\}$/.exec(String(items)) ?? [];
  const list = input[key];
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return [{ ...leaf(as, valueTexts.item), value: first }, ...valuesIn(first, as, 1)];
}
