// The chart is rendered as Helm would, in several ways of installing it, and held against Kubernetes' own schema and our code.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { variables, version } from '../server/src/config.ts';
import {
  type GivenValues,
  type Manifest,
  readChart,
  renderChart,
  valuePaths,
  valuesUsedIn,
} from './chart.ts';
import { faultsOf } from './kubernetes-schema.ts';

const repository = path.resolve(import.meta.dirname, '..');
const chart = readChart(path.join(repository, 'deploy/helm/hark'));
const health = readFileSync(path.join(repository, 'server/src/http/server/health.ts'), 'utf8');
const known = new Set(Object.keys(variables));
const number = expect.stringMatching(/^\d/);
const peers = [{ podSelector: { matchLabels: { app: 'prometheus' } } }];

/** Ways of installing it: with what nobody can do without, with everything, and with as much elsewhere as can be. */
const installations: readonly { name: string; values: GivenValues }[] = [
  { name: 'plain', values: { existingSecret: 'hark' } },
  {
    name: 'full',
    values: {
      existingSecret: 'hark',
      image: { repository: 'registry.example.com/hark', tag: '1.2.3' },
      imagePullSecrets: [{ name: 'registry' }],
      baseUrl: 'https://crm.example.com',
      database: { poolerUrl: 'postgres://pgbouncer:6432' },
      smtp: { enabled: true },
      env: { SECURITY_CONTACT: 'mailto:security@example.com', OTEL_TRACES_SAMPLER_ARG: 0.1 },
      engine: { storage: { className: 'fast' } },
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'example.com/size': '8m' },
        hosts: ['crm.example.com', 'crm.example.org'],
        tlsSecret: 'crm-tls',
      },
      networkPolicy: { serveFrom: peers, metricsFrom: peers },
    },
  },
  {
    name: 'elsewhere',
    values: {
      existingSecret: 'hark',
      redis: { enabled: false },
      serve: { replicas: 1 },
      engine: { enabled: false, ingressUrl: 'http://engine:8080', adminUrl: 'http://engine:9070' },
      networkPolicy: { enabled: false },
      podDisruptionBudget: { enabled: false },
    },
  },
];

const render = (values: GivenValues) => renderChart(chart, values);
const [plain = [], full = [], elsewhere = []] = installations.map(({ values }) => render(values));
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const podsOf = (manifests: readonly Manifest[]) =>
  manifests
    .filter(({ spec }) => spec?.template !== undefined)
    .map(({ kind, metadata, spec }) => ({ name: `${kind} ${metadata.name}`, pod: spec.template.spec }));
const containerOf = (manifests: readonly Manifest[], kind: string, name: string) =>
  find(manifests, kind, name).spec.template.spec.containers[0];
const envOf = (container: { env: { name: string; value?: string }[] }) =>
  new Map(container.env.map(({ name, value }) => [name, value]));

describe('the values of the chart', () => {
  test.each([...chart.templates])('%s uses none that does not exist', (_name, text) => {
    const paths = valuePaths(chart.values, chart.schema);
    for (const used of valuesUsedIn(text)) expect(paths, used).toContain(used);
  });

  test('every value is used, and described by the schema, which the values keep to', () => {
    const used = new Set([...chart.templates.values()].flatMap(valuesUsedIn));
    for (const value of valuePaths(chart.values, chart.schema)) expect([...used], value).toContain(value);
    // biome-ignore lint/suspicious/noExplicitAny: the schema is a document of its own language.
    const schema = z.fromJSONSchema(chart.schema as any);
    expect(schema.safeParse(chart.values).error).toBeUndefined();
    expect(schema.safeParse({ ...chart.values, serve: { replicas: 0 } }).success).toBe(false);
    expect(schema.safeParse({ ...chart.values, misspelt: 1 }).success).toBe(false);
  });

  test('it is of this version', () => {
    expect(chart.about.appVersion).toBe(version);
  });

  test('what cannot be done without is asked for', () => {
    expect(() => render({})).toThrow('Set existingSecret');
    expect(() => render({ existingSecret: 'hark', engine: { enabled: false } })).toThrow('Set engine.');
  });
});

describe.each(installations)('an installation: $name', ({ values }) => {
  test.each(
    render(values).map((manifest) => ({ manifest, title: `${manifest.kind} ${manifest.metadata.name}` })),
  )('$title is as Kubernetes wants it', async ({ manifest }) => expect(await faultsOf(manifest)).toEqual([]));

  test.each(podsOf(render(values)))('$name may do nothing that it need not', ({ pod }) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { securityContext, resources } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({
        requests: { cpu: number, memory: number },
        limits: { memory: number },
      });
    }
    for (const volume of pod.volumes ?? [])
      expect(Object.keys(volume).toSorted()).toEqual(['emptyDir', 'name']);
  });

  test('only the migration reads the address of the owner, and it runs before everything else', () => {
    const holders = render(values).filter((one) => JSON.stringify(one).includes('database-owner-url'));
    expect(holders.map(({ kind }) => kind)).toEqual(['Job']);
    expect(holders[0]?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  test('nothing is reachable from outside but by the ingress', () => {
    for (const { metadata, spec } of render(values).filter(({ kind }) => kind === 'Service')) {
      expect([undefined, 'None'], metadata.name).toContain(spec.clusterIP);
      expect(spec.type).toBeUndefined();
    }
  });
});

test('the judge knows what is wrong, missing and misspelt', async () => {
  const [container] = structuredClone(podsOf(plain).at(-1)?.pod.containers);
  const wrong = structuredClone(find(plain, 'Deployment', 'hark-work'));
  wrong.spec.replicas = '2';
  delete wrong.spec.selector;
  wrong.spec.template.spec.containers = [{ ...container, livenesProbe: {} }];
  const faults = await faultsOf(wrong);
  expect(faults).toHaveLength(3);
  expect(faults.join()).toMatch(/selector.*replicas.*livenesProbe is unknown/s);
});

test.each(['serve', 'work', 'migrate'])('%s is configured by settings that exist', (name) => {
  const container = containerOf(full, name === 'migrate' ? 'Job' : 'Deployment', `hark-${name}`);
  const names = [...envOf(container).keys()];
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((one) => !known.has(one))).toEqual([]);
  expect(container.args).toEqual([name]);
});

test('settings say what the values say', () => {
  const serve = envOf(containerOf(full, 'Deployment', 'hark-serve'));
  expect(serve.get('OTEL_TRACES_SAMPLER_ARG')).toBe('0.1');
  expect(serve.get('RESTATE_ADMIN_URL')).toBe('http://hark-engine:9070');
  expect(serve.get('SERVE_PROCESSES')).toBe('2');
  expect(serve.has('SMTP_URL')).toBe(true);
  const other = envOf(containerOf(elsewhere, 'Deployment', 'hark-work'));
  expect(other.get('RESTATE_INGRESS_URL')).toBe('http://engine:8080');
  expect([...other.keys()].filter((name) => /^(REDIS|SMTP)_/.test(name))).toEqual([]);
  expect(containerOf(full, 'Job', 'hark-migrate').image).toBe('registry.example.com/hark:1.2.3');
});

test('probes ask what is answered, at the ports that the settings name', () => {
  const serve = containerOf(plain, 'Deployment', 'hark-serve');
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    expect(health).toContain(`path: '${serve[probe].httpGet.path}'`);
  expect(serve.readinessProbe.httpGet.path).toBe('/readyz');
  expect(serve.livenessProbe.httpGet.path).toBe('/healthz');
  expect(serve.ports[0].containerPort).toBe(Number(variables.PORT.fallback));
  const work = containerOf(plain, 'Deployment', 'hark-work');
  expect(work.ports[0].containerPort).toBe(Number(variables.WORK_PORT.fallback));
});

test('nobody but serve and work reaches the engine, and nobody but the engine reaches work', () => {
  const engine = find(plain, 'NetworkPolicy', 'hark-engine').spec;
  const ofEngine = find(plain, 'StatefulSet', 'hark-engine').spec.template.metadata.labels;
  expect(ofEngine).toEqual(engine.podSelector.matchLabels);
  expect(engine.policyTypes).toContain('Ingress');
  expect(engine.ingress).toHaveLength(1);
  expect(engine.ingress[0].from).toHaveLength(1);
  expect(engine.ingress[0].from[0].podSelector.matchExpressions[0].values).toEqual(['serve', 'work']);
  expect(engine.ingress[0].ports).toEqual([{ port: 8080 }, { port: 9070 }]);
  const work = find(plain, 'NetworkPolicy', 'hark-work').spec;
  expect(work.ingress).toHaveLength(1);
  expect(work.ingress[0].from).toEqual([{ podSelector: { matchLabels: ofEngine } }]);
});

test('who may read the metrics is said, or nobody may', () => {
  for (const name of ['hark-serve', 'hark-work']) {
    const portsOpenIn = (manifests: readonly Manifest[]): number[] =>
      find(manifests, 'NetworkPolicy', name).spec.ingress.flatMap(
        ({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port),
      );
    const metrics = name === 'hark-serve' ? 9090 : 9091;
    expect(portsOpenIn(plain)).not.toContain(metrics);
    expect(portsOpenIn(full)).toContain(metrics);
  }
});
