import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ChartTemplates } from './chart-template.ts';

/** A Helm chart as far as it can be read without Helm. */
export interface Chart {
  readonly about: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly schema: Readonly<Record<string, unknown>>;
  /** By the name of their files. */
  readonly templates: ReadonlyMap<string, string>;
}

export function readChart(folder: string): Chart {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const names = readdirSync(join(folder, 'templates'));
  return {
    about: parse(read('Chart.yaml')),
    values: parse(read('values.yaml')),
    schema: JSON.parse(read('values.schema.json')),
    templates: new Map(names.map((name) => [name, read(`templates/${name}`)])),
  };
}

/** Every value that a template asks for, as `serve.replicas`. */
export const valuesUsedIn = (text: string): string[] =>
  [...text.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path]) => path ?? '');

/** Every path in a tree of values that leads to something which is no group of further values, or is free in form. */
export function valuePaths(tree: unknown, schema: unknown, path = ''): string[] {
  const { properties } = schema as { properties?: Record<string, unknown> };
  if (properties === undefined || typeof tree !== 'object' || tree === null) return [path];
  return Object.entries(tree).flatMap(([key, value]) =>
    valuePaths(value, properties[key] ?? {}, path === '' ? key : `${path}.${key}`),
  );
}

/** Settings of an installation, as the file of `helm install --values` has them. */
export interface GivenValues {
  readonly [name: string]: unknown;
}

/** A document that Kubernetes is given. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  // biome-ignore lint/suspicious/noExplicitAny: what a manifest holds is what its reader asserts.
  readonly [part: string]: any;
}

/** Everything that an installation by the name of `hark` consists of. */
export function renderChart({ about, values, templates }: Chart, given: GivenValues): Manifest[] {
  const root = {
    Values: merged(values, given),
    Release: { Name: 'hark' },
    Chart: { AppVersion: about.appVersion },
  };
  const rendering = new ChartTemplates(templates);
  return [...templates.keys()]
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(rendering.render(name, root)))
    .map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

/** As Helm does: groups are merged, everything else is replaced. */
const merged = (values: GivenValues, given: GivenValues): GivenValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(given).map(([name, value]) =>
      isGroup(values[name]) && isGroup(value) ? [name, merged(values[name], value)] : [name, value],
    ),
  ),
});

const isGroup = (value: unknown): value is GivenValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
