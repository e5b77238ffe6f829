import { createRequire } from 'node:module';
import type { Manifest } from './chart.ts';

interface Judge {
  (manifest: unknown): boolean;
  readonly errors:
    | readonly { readonly instancePath: string; readonly keyword: string; readonly params: object }[]
    | null;
}

/**
 * Validates a manifest against the schema of Kubernetes or the Prometheus Operator. Finds wrong types, missing
 * keys and unknown keys.
 */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const judge = await judgeOf(manifest);
  const unread = new Set<string>();
  judge(watched(manifest, '', unread));
  return [
    ...(judge.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...[...unread].map((path) => `${path} is not a known Kubernetes field`),
  ];
}

async function judgeOf({ apiVersion, kind }: Manifest): Promise<Judge> {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const [area, ...words] = [group.replace(/\..*$/, ''), version, kind].map(
    (word) => word[0]?.toUpperCase() + word.slice(1),
  );
  const { validate } =
    group === 'monitoring.coreos.com'
      ? await import(`${operatorSchemas}${words.join('')}.js`)
      : await import(`kubernetes-models/_schemas/IoK8sApi${area}${words.join('')}`);
  return validate;
}

/** The package of the Prometheus Operator's schemas exports only models, so this is a path. */
const operatorSchemas = createRequire(import.meta.url)
  .resolve('@kubernetes-models/prometheus-operator/package.json')
  .replace('package.json', '_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoring');

/**
 * Records which keys the validator reads. The schemas allow unknown keys, but a key that the validator never
 * reads must be unknown to it.
 */
function watched<T extends object>(tree: T, path: string, unread: Set<string>): T {
  for (const key of Object.keys(tree)) unread.add(`${path}/${key}`);
  const inside = new Map<PropertyKey, object>();
  return new Proxy(tree, {
    get(target, key) {
      const [value, name] = [Reflect.get(target, key), `${path}/${String(key)}`];
      unread.delete(name);
      if (typeof value !== 'object' || value === null) return value;
      const known = inside.get(key) ?? watched(value, name, unread);
      inside.set(key, known);
      return known;
    },
  });
}
