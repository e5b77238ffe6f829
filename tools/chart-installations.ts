import path from 'node:path';
import { type GivenValues, type Manifest, readChart, renderChart } from './chart.ts';

export const chartFolder = path.resolve(import.meta.dirname, '../deploy/helm/hark');
export const chart = readChart(chartFolder);
export const render = (values: GivenValues): Manifest[] => renderChart(chart, values);

const peers = [{ podSelector: { matchLabels: { app: 'prometheus' } } }];
const resources = { requests: { cpu: '2', memory: '2Gi' }, limits: { memory: '4Gi' } };
export const pod = {
  annotations: { 'prometheus.io/scrape': 'true' },
  labels: { team: 'crm' },
  priorityClassName: 'important',
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'crm', effect: 'NoSchedule' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }],
      },
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 2, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
  ],
};

/**
 * Three installations: one with only the required values, one with every value, and one with as many external
 * services as possible.
 */
export const installations: readonly { readonly name: string; readonly values: GivenValues }[] = [
  { name: 'plain', values: { existingSecret: 'hark' } },
  {
    name: 'full',
    values: {
      existingSecret: 'secrets',
      image: { repository: 'registry.example.com/hark', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      serviceAccountName: 'hark',
      caCertificate: { configMap: { name: 'hark-ca' } },
      baseUrl: 'https://crm.example.com',
      database: {
        host: 'db.example.com',
        port: 6543,
        name: 'crm',
        sslMode: 'verify-full',
        poolerUrl: 'postgres://pgbouncer:6432',
        poolSize: 20,
      },
      smtp: { enabled: true, from: 'crm@example.com' },
      trustProxy: '2',
      logLevel: 'debug',
      extraEnv: [
        { name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.1' },
        { name: 'SECURITY_CONTACT', valueFrom: { configMapKeyRef: { name: 'contacts', key: 'security' } } },
      ],
      extraEnvFrom: [{ secretRef: { name: 'otlp' } }],
      serve: {
        replicas: 3,
        resources,
        service: { annotations: { 'example.com/pool': 'crm' }, labels: { team: 'crm' } },
        pod,
      },
      work: { replicas: 4, processes: 2, resources, pod },
      migrate: { resources, pod },
      engine: {
        image: { repository: 'registry.example.com/hark-engine', tag: '1.2.4' },
        storage: { size: '50Gi', className: 'fast' },
        resources,
        pod,
      },
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'example.com/size': '8m' },
        hosts: ['crm.example.com', 'crm.example.org'],
        tlsSecret: 'crm-tls',
      },
      networkPolicy: { serveFrom: peers, metricsFrom: peers },
      serviceMonitor: { enabled: true, interval: '30s', labels: { release: 'prometheus' } },
    },
  },
  {
    name: 'elsewhere',
    values: {
      existingSecret: 'hark',
      caCertificate: { secret: { secretName: 'hark-ca' } },
      redis: { enabled: false },
      serve: { replicas: 1 },
      engine: { enabled: false, ingressUrl: 'http://engine:8080', adminUrl: 'http://engine:9070' },
      networkPolicy: { enabled: false },
      podDisruptionBudget: { enabled: false },
    },
  },
];

export const [plain = [], full = [], elsewhere = []] = installations.map(({ values }) => render(values));
