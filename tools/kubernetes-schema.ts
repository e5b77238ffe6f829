import type { Manifest } from './chart.ts';

interface Judge {
  (manifest: unknown): boolean;
  readonly errors:
    | readonly { readonly instancePath: string; readonly keyword: string; readonly params: object }[]
    | null;
}

/** What Kubernetes' own schema has to say against a manifest: what is of the wrong kind, missing, or unknown to it. */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const judge = await judgeOf(manifest);
  const unread = new Set<string>();
  judge(watched(manifest, '', unread));
  return [
    ...(judge.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    ),
    ...[...unread].map((path) => `${path} is unknown to Kubernetes`),
  ];
}

async function judgeOf({ apiVersion, kind }: Manifest): Promise<Judge> {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const words = [group.replace(/\..*$/, ''), version, kind].map(
    (word) => word[0]?.toUpperCase() + word.slice(1),
  );
  const { validate } = await import(`kubernetes-models/_schemas/IoK8sApi${words.join('')}`);
  return validate;
}

/** The schemas let unknown names pass. But a name that the judge never looked at is one that it does not know. */
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
