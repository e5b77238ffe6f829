// Renders the chart as Helm would, with several sets of values, and checks the result against Kubernetes' schema and our code.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { variables } from '../server/src/config.ts';
import type { Manifest } from './chart.ts';
import { elsewhere, full, installations, plain, pod, render } from './chart-installations.ts';
import { faultsOf } from './kubernetes-schema.ts';

const health = readFileSync(new URL('../server/src/http/server/health.ts', import.meta.url), 'utf8');
// Node.js itself reads this one, from the environment only.
const known = new Set([...Object.keys(variables), 'NODE_EXTRA_CA_CERTS']);
const number = expect.stringMatching(/^\d/);
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`no ${kind} is named ${name}`);
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

describe.each(installations)('installation: $name', ({ values }) => {
  test.each(
    render(values).map((manifest) => ({ manifest, title: `${manifest.kind} ${manifest.metadata.name}` })),
  )("$title matches Kubernetes' schema", async ({ manifest }) =>
    expect(await faultsOf(manifest)).toEqual([]),
  );

  test.each(podsOf(render(values)))('$name runs with minimal privileges', ({ pod }) => {
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
    for (const { name, ...source } of pod.volumes ?? [])
      expect(name === 'ca' ? [['configMap'], ['secret']] : [['emptyDir']]).toContainEqual(
        Object.keys(source),
      );
  });

  test("only the migration reads the database owner's URL, and it runs before everything else", () => {
    const withOwnerUrl = render(values).filter((one) => JSON.stringify(one).includes('database-owner-url'));
    expect(withOwnerUrl.map(({ kind }) => kind)).toEqual(['Job']);
    expect(withOwnerUrl[0]?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  test('only the ingress is reachable from outside', () => {
    for (const { metadata, spec } of render(values).filter(({ kind }) => kind === 'Service')) {
      expect([undefined, 'None'], metadata.name).toContain(spec.clusterIP);
      expect(spec.type).toBeUndefined();
    }
  });
});

test('the schema check finds wrong, missing and misspelled fields', async () => {
  const [container] = structuredClone(podsOf(plain).at(-1)?.pod.containers);
  const wrong = structuredClone(find(plain, 'Deployment', 'hark-work'));
  wrong.spec.replicas = '2';
  delete wrong.spec.selector;
  wrong.spec.template.spec.containers = [{ ...container, livenesProbe: {} }];
  const faults = await faultsOf(wrong);
  expect(faults).toHaveLength(3);
  expect(faults.join()).toMatch(/selector.*replicas.*livenesProbe is not a known Kubernetes field/s);
  const monitor = structuredClone(find(full, 'ServiceMonitor', 'hark'));
  monitor.spec.endpoints[0].misspelled = '30s';
  expect(await faultsOf(monitor)).toEqual(['/spec/endpoints/0/misspelled is not a known Kubernetes field']);
});

test.each(['serve', 'work', 'migrate'])('%s is configured only with settings that exist', (name) => {
  const container = containerOf(full, name === 'migrate' ? 'Job' : 'Deployment', `hark-${name}`);
  const names = [...envOf(container).keys()];
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((one) => !known.has(one))).toEqual([]);
  expect(container.args).toEqual([name]);
});

test('environment variables are derived from the chart values', () => {
  const serve = envOf(containerOf(full, 'Deployment', 'hark-serve'));
  expect(serve.get('OTEL_TRACES_SAMPLER_ARG')).toBe('0.1');
  expect(serve.get('RESTATE_ADMIN_URL')).toBe('http://hark-engine:9070');
  expect(serve.get('SERVE_PROCESSES')).toBe('3');
  expect(serve.has('SMTP_URL')).toBe(true);
  expect(serve.get('DATABASE_URL')).toBe('postgres://db.example.com:6543/crm?sslmode=verify-full');
  const other = envOf(containerOf(elsewhere, 'Deployment', 'hark-work'));
  expect(other.get('RESTATE_INGRESS_URL')).toBe('http://engine:8080');
  expect([...other.keys()].filter((name) => /^(REDIS|SMTP)_/.test(name))).toEqual([]);
  expect(containerOf(full, 'Job', 'hark-migrate').image).toBe('registry.example.com/hark:1.2.3');
});

test.each(['serve', 'work', 'migrate'])('%s trusts the private certificate authority', (name) => {
  const kind = name === 'migrate' ? 'Job' : 'Deployment';
  const { volumes, containers } = find(full, kind, `hark-${name}`).spec.template.spec;
  expect(volumes).toEqual([{ name: 'ca', configMap: { name: 'hark-ca' } }]);
  const [{ volumeMounts, env }] = containers;
  expect(envOf({ env }).get('NODE_EXTRA_CA_CERTS')).toBe(`${volumeMounts[0].mountPath}/ca.crt`);
  expect(envOf(containerOf(plain, kind, `hark-${name}`)).has('NODE_EXTRA_CA_CERTS')).toBe(false);
});

test('every pod gets its scheduling settings, and spreads over pods of its own kind', () => {
  const { annotations, labels, topologySpreadConstraints, ...scheduling } = pod;
  for (const { metadata, spec } of full.filter(({ spec }) => spec?.template !== undefined)) {
    const component = metadata.name.replace('hark-', '');
    expect(spec.template.metadata).toMatchObject({ annotations, labels });
    expect(spec.template.spec).toMatchObject(scheduling);
    const [{ labelSelector, ...constraint }] = spec.template.spec.topologySpreadConstraints;
    expect([constraint]).toEqual(topologySpreadConstraints);
    expect(labelSelector.matchLabels['app.kubernetes.io/component']).toBe(component);
    expect(spec.template.metadata.labels).toMatchObject(labelSelector.matchLabels);
  }
});

test('the service monitor selects the services of serve and work, and names a port that they have', () => {
  const { selector, endpoints } = find(full, 'ServiceMonitor', 'hark').spec;
  const [{ key, values }] = selector.matchExpressions;
  const services = full.filter(
    ({ kind, metadata }) => kind === 'Service' && values.includes(metadata.labels?.[key]),
  );
  expect(services.map(({ metadata }) => metadata.name).toSorted()).toEqual(['hark-serve', 'hark-work']);
  for (const { metadata, spec } of services) {
    expect(metadata.labels).toMatchObject(selector.matchLabels);
    const port = spec.ports.find(({ name }: { name: string }) => name === endpoints[0].port);
    expect(containerOf(full, 'Deployment', metadata.name).ports).toContainEqual({
      name: port.targetPort,
      containerPort: port.port,
    });
  }
  expect(plain.some(({ kind }) => kind === 'ServiceMonitor')).toBe(false);
});

test('probes call paths that the service serves, on the configured ports', () => {
  const serve = containerOf(plain, 'Deployment', 'hark-serve');
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    expect(health).toContain(`path: '${serve[probe].httpGet.path}'`);
  expect(serve.readinessProbe.httpGet.path).toBe('/readyz');
  expect(serve.livenessProbe.httpGet.path).toBe('/healthz');
  expect(serve.ports[0].containerPort).toBe(Number(variables.PORT.fallback));
  const work = containerOf(plain, 'Deployment', 'hark-work');
  expect(work.ports[0].containerPort).toBe(Number(variables.WORK_PORT.fallback));
});

test('only serve and work reach the engine, and only the engine reaches work', () => {
  const engine = find(plain, 'NetworkPolicy', 'hark-engine').spec;
  const engineLabels = find(plain, 'StatefulSet', 'hark-engine').spec.template.metadata.labels;
  expect(engineLabels).toEqual(engine.podSelector.matchLabels);
  expect(engine.policyTypes).toContain('Ingress');
  expect(engine.ingress).toHaveLength(1);
  expect(engine.ingress[0].from).toHaveLength(1);
  expect(engine.ingress[0].from[0].podSelector.matchExpressions[0].values).toEqual(['serve', 'work']);
  expect(engine.ingress[0].ports).toEqual([{ port: 8080 }, { port: 9070 }]);
  const work = find(plain, 'NetworkPolicy', 'hark-work').spec;
  expect(work.ingress).toHaveLength(1);
  expect(work.ingress[0].from).toEqual([{ podSelector: { matchLabels: engineLabels } }]);
});

test('only the configured peers can reach the metrics', () => {
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
