// Tries the chart with Kubernetes' own tools: node tools/release/try-chart.ts
// Lints it, validates what Helm renders for several installations, installs it in a new kind cluster with the images from
// `npm run -s image`, and sends one request. Needs helm, kubeconform, docker, kind and kubectl. Removes the cluster.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { chartFolder, installations } from '../chart-installations.ts';
import names from './names.json' with { type: 'json' };

const maxInstallMinutes = 10;
const scratch = mkdtempSync(path.join(tmpdir(), 'hark-try-chart-'));
const cluster = path.basename(scratch).toLowerCase();
const kubeconfig = path.join(scratch, 'kubeconfig');

/** PostgreSQL and Valkey, which users of the chart provide themselves. */
const servers = [
  server('postgres', 'postgres:17-bookworm', 5432, { POSTGRES_PASSWORD: 'postgres', POSTGRES_DB: 'hark' }),
  server('valkey', 'valkey/valkey:8-alpine', 6379),
].flat();
const secrets = {
  'secret-key': 'k'.repeat(64),
  'database-owner-url': 'postgres://postgres:postgres@postgres:5432/hark',
  'redis-url': 'redis://valkey:6379',
};
/** Sends a request to `serve` from one of its own pods, through the service. */
const request = "fetch('http://hark-serve/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))";

try {
  for (const { name, values } of installations) validate(name, values);
  run('kind', 'create', 'cluster', '--name', cluster, '--kubeconfig', kubeconfig, '--wait', '180s');
  try {
    install();
  } finally {
    run('kind', 'delete', 'cluster', '--name', cluster);
  }
} finally {
  rmSync(scratch, { recursive: true });
}

function validate(name: string, values: object): void {
  const file = write(`${name}.json`, values);
  run('helm', 'lint', chartFolder, '--strict', '--values', file);
  const rendered = path.join(scratch, `${name}.yaml`);
  const options = ['--values', file, '--kube-version', '1.34.0'];
  writeFileSync(rendered, execFileSync('helm', ['template', 'hark', chartFolder, ...options]));
  // Kubernetes has no schema for the Prometheus Operator's ServiceMonitor. tools/chart-manifests.test.ts checks it.
  run('kubeconform', '-strict', '-summary', '-skip', 'ServiceMonitor', rendered);
}

function install(): void {
  const images = [names.image, names.engine_image].map((image) => `${image}:${manifest.version}`);
  run('kind', 'load', 'docker-image', '--name', cluster, ...images);
  kubectl('apply', '--filename', write('servers.json', { apiVersion: 'v1', kind: 'List', items: servers }));
  kubectl('rollout', 'status', 'deployment/postgres', '--timeout=180s');
  const literals = Object.entries(secrets).map(([name, value]) => `--from-literal=${name}=${value}`);
  kubectl('create', 'secret', 'generic', 'hark', ...literals);
  const values = write('values.json', {
    existingSecret: 'hark',
    // A runner has few cores and no need for several pods.
    ...Object.fromEntries(
      ['serve', 'work'].map((name) => [name, { replicas: 1, resources: { requests: { cpu: '100m' } } }]),
    ),
    engine: { resources: { requests: { cpu: '100m', memory: '512Mi' } } },
  });
  const options = [
    '--values',
    values,
    '--wait',
    '--timeout',
    `${maxInstallMinutes}m`,
    '--kubeconfig',
    kubeconfig,
  ];
  try {
    run('helm', 'install', 'hark', chartFolder, ...options);
    kubectl('exec', 'deployment/hark-serve', '--', 'node', '-e', request);
  } catch (error) {
    kubectl('get', 'pods,jobs,events');
    kubectl('logs', '--selector=app.kubernetes.io/name=hark', '--prefix', '--tail=50');
    throw error;
  }
  run('helm', 'upgrade', 'hark', chartFolder, ...options);
}

/** A deployment with one pod that is ready as soon as its port accepts connections, and its service. */
function server(name: string, image: string, port: number, variables: Record<string, string> = {}): object[] {
  const labels = { app: name };
  const env = Object.entries(variables).map(([key, value]) => ({ name: key, value }));
  const readinessProbe = { tcpSocket: { port }, periodSeconds: 2 };
  const template = { metadata: { labels }, spec: { containers: [{ name, image, env, readinessProbe }] } };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: { selector: { matchLabels: labels }, template },
    },
    { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: labels, ports: [{ port }] } },
  ];
}

function write(name: string, content: object): string {
  const file = path.join(scratch, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function kubectl(...args: string[]): void {
  run('kubectl', '--kubeconfig', kubeconfig, ...args);
}

function run(program: string, ...args: string[]): void {
  console.log(`$ ${[program, ...args].join(' ')}`);
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
