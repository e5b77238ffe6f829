import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ChartTemplates } from './chart-template.ts';

/** A Helm chart, as far as it can be read without Helm. */
export interface Chart {
  readonly about: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The templates by file name. */
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

/** Lists every value that a template uses, such as `serve.replicas`. */
export const valuesUsedIn = (text: string): string[] =>
  [...text.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path]) => path ?? '');

/** Lists every path to a leaf, a list or an empty object in a tree of values. */
export const valuePaths = (tree: GivenValues, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    isGroup(value) && Object.keys(value).length > 0 ? valuePaths(value, `${path}${key}.`) : [`${path}${key}`],
  );

/** Replaces one value, by its path. */
export function withValue(tree: GivenValues, path: string, value: unknown): GivenValues {
  const [key = '', ...rest] = path.split('.');
  const inner = tree[key];
  if (rest.length === 0) return { ...tree, [key]: value };
  return { ...tree, [key]: withValue(isGroup(inner) ? inner : {}, rest.join('.'), value) };
}

/** Reads one value, by its path. */
export const valueAt = (tree: GivenValues, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (isGroup(node) ? node[key] : undefined), tree);

/** An installation's values, as in the file for `helm install --values`. */
export interface GivenValues {
  readonly [name: string]: unknown;
}

/** A Kubernetes manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: what a manifest holds is what its reader asserts.
  readonly [part: string]: any;
}

/** Renders all manifests for an installation with the release name `hark`. */
export function renderChart({ about, values, templates }: Chart, given: GivenValues): Manifest[] {
  const root = {
    Values: merged(values, given),
    Release: { Name: 'hark', Service: 'Helm' },
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

/** Merges values like Helm: objects are merged, everything else is replaced. */
export const merged = (values: GivenValues, given: GivenValues): GivenValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(given).map(([name, value]) =>
      isGroup(values[name]) && isGroup(value) ? [name, merged(values[name], value)] : [name, value],
    ),
  ),
});

const isGroup = (value: unknown): value is GivenValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
