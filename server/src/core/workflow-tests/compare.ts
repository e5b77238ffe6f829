import { isRecord } from '../../lib/json.ts';
import type { Expectation } from './test-schema.ts';

/** What a test run did. */
export interface Observed {
  readonly status: string;
  readonly error: string | null;
  readonly warnings: number;
  /** By name. A step in a loop is also listed by path, such as `save#0`; its name refers to the last iteration. */
  readonly steps: ReadonlyMap<string, object>;
  readonly respond: object | null;
  readonly result: unknown;
  readonly leads: readonly unknown[];
  readonly http: readonly unknown[];
  readonly mails: readonly unknown[];
}

/** Returns one line for each difference. Only what is expected is compared (spec/workflow-tests §3.1). */
export function findDifferences(expected: Expectation, observed: Observed): string[] {
  const { steps = {}, leads = [], ...plain } = expected;
  return [
    ...Object.entries(lowerCaseHeaders(plain) as object).flatMap(([key, value]) =>
      compare(`expect.${key}`, value, observed[key as keyof typeof plain]),
    ),
    ...Object.entries(steps).flatMap(([name, step]) =>
      compare(`expect.steps.${name}`, step, observed.steps.get(name)),
    ),
    ...leads.flatMap((lead, index) => {
      if (observed.leads.some((one) => compare('', lead, one).length === 0)) return [];
      return [`expect.leads[${index}]: expected ${shown(lead)}, got no such lead`];
    }),
  ];
}

/** Objects match if they contain what is expected, lists if their items match in number and order. */
function compare(path: string, expected: unknown, actual: unknown): string[] {
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      compare(`${path}.${key}`, value, Object.hasOwn(actual, key) ? actual[key] : undefined),
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length === actual.length)
      return expected.flatMap((item, index) => compare(`${path}[${index}]`, item, actual[index]));
    return [`${path}: expected ${countOf(expected)}, got ${countOf(actual)}: ${shown(actual)}`];
  }
  // Nothing and null are the same: a missing step, output or field is null.
  if ((expected ?? null) === (actual ?? null)) return [];
  return [`${path}: expected ${shown(expected)}, got ${shown(actual)}`];
}

const countOf = ({ length }: readonly unknown[]): string => `${length} item${length === 1 ? '' : 's'}`;

const maxShown = 300;

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.length > maxShown ? `${json.slice(0, maxShown)}…` : json;
}

/** Header names don't depend on case, so they are compared in lower case. */
function lowerCaseHeaders(value: unknown, key = ''): unknown {
  if (Array.isArray(value) && key === 'http') return value.map((item) => lowerCaseHeaders(item));
  if (!isRecord(value) || key === 'body' || key === 'result') return value;
  const entries = Object.entries(value).map(([name, item]) =>
    key === 'headers' ? [name.toLowerCase(), item] : [name, lowerCaseHeaders(item, name)],
  );
  return Object.fromEntries(entries);
}
