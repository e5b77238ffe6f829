// Checks the chart's values: that each one exists, is used and is validated, and that Helm renders the same as our renderer.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { version } from '../server/src/config.ts';
import {
  type GivenValues,
  type Manifest,
  merged,
  valueAt,
  valuePaths,
  valuesUsedIn,
  withValue,
} from './chart.ts';
import {
  chart,
  chartFolder,
  elsewhere,
  full,
  installations,
  plain,
  pod,
  render,
} from './chart-installations.ts';

const safely = (rendering: () => unknown): unknown => {
  try {
    return rendering();
  } catch {
    return undefined;
  }
};

/** All values, with those that all pods share under each pod. */
const allPaths = valuePaths(
  ['serve', 'work', 'migrate', 'engine'].reduce<GivenValues>(
    (values, name) => withValue(values, `${name}.pod`, pod),
    chart.values,
  ),
).map((value) => value.replace(/(\.pod\.[^.]+)\..*$/, '$1'));

describe('the chart values', () => {
  test.each([...chart.templates])('%s uses only values that exist', (_name, text) => {
    for (const used of valuesUsedIn(text)) expect(valueAt(chart.values, used), used).toBeDefined();
  });

  test.each(allPaths)('%s changes the manifests', (value) => {
    const original = valueAt(chart.values, value);
    const isChange = ({ values }: (typeof installations)[number], at: number) => {
      const given = valueAt(values, value);
      if (given === undefined || JSON.stringify(given) === JSON.stringify(original)) return false;
      const without = safely(() => render(withValue(values, value, original)));
      return JSON.stringify(without) !== JSON.stringify([plain, full, elsewhere][at]);
    };
    expect(installations.some(isChange)).toBe(true);
  });

  test('the schema accepts the defaults and all installations, and rejects wrong and misspelled values', () => {
    // biome-ignore lint/suspicious/noExplicitAny: JSON Schema has no TypeScript type here.
    const schema = z.fromJSONSchema(chart.schema as any);
    const errorIn = (values: GivenValues) => schema.safeParse(merged(chart.values, values)).error;
    for (const { values } of installations) expect(errorIn(values)).toBeUndefined();
    for (const wrong of [
      { misspelled: 1 },
      { serve: { replicas: 0 } },
      { serve: { pod: { misspelled: {} } } },
      { database: { sslMode: 'require' } },
      { caCertificate: { configMap: { name: 'a' }, secret: { secretName: 'b' } } },
      { extraEnv: [{ name: 'lower case', value: '' }] },
    ])
      expect(errorIn(wrong), JSON.stringify(wrong)).toBeDefined();
  });

  test('the chart version equals the product version', () => {
    expect(chart.about.appVersion).toBe(version);
  });

  test('a missing required value is reported', () => {
    expect(() => render({})).toThrow('Set existingSecret');
    expect(() => render({ existingSecret: 'hark', engine: { enabled: false } })).toThrow('Set engine.');
  });
});

// Helm is preinstalled on GitHub's runners. Without it, only our own renderer checks the chart.
describe.skipIf(spawnSync('helm', ['version']).status !== 0)('Helm', () => {
  const helm = (command: readonly string[], values: GivenValues) =>
    spawnSync('helm', [...command, chartFolder, '--kube-version', '1.30.0', '--values', '-'], {
      input: JSON.stringify(values),
      encoding: 'utf8',
    });
  const sorted = (manifests: readonly Manifest[]) =>
    manifests.toSorted((a, b) =>
      `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`),
    );

  test.each(installations)('renders the same manifests: $name', ({ values }) => {
    const { stdout, stderr } = helm(['template', 'hark'], values);
    const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
    expect(sorted(manifests), stderr).toEqual(sorted(render(values)));
  });

  test('accepts the chart, and rejects a misspelled value', () => {
    const { status, stdout } = helm(['lint', '--strict'], { existingSecret: 'hark' });
    expect(status, stdout).toBe(0);
    expect(helm(['template', 'hark'], { existingSecret: 'hark', misspelled: 1 }).stderr).toContain(
      'misspelled',
    );
  });
});
