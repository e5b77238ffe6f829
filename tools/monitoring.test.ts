// Compares the shipped Prometheus and Grafana files with the metrics that the product exposes, and these
// metrics with the documentation.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../server/src/lib/telemetry/metrics.ts';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

interface Rule {
  alert: string;
  record: string;
  expr: string;
}
const readPanels = (file: string) =>
  (JSON.parse(read(file)) as { panels: { title: string; targets: { expr: string }[] }[] }).panels;
const readRules = (file: string) =>
  (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const panels = [
  ...readPanels('deploy/monitoring/dashboard.json'),
  ...readPanels('deploy/monitoring/cells-dashboard.json'),
];
const rules = readRules('deploy/monitoring/alerts.yml');
const recorded = readRules('deploy/monitoring/cells.yml');
const page = read('docs/monitoring.md');

/** Lists every metric that a process can expose, by its Prometheus name. */
function exposedNames(): { own: string[]; all: Set<string> } {
  const metrics = createMetrics();
  metrics.watchEngine(() => ({ ok: true, lastOkAt: null }));
  metrics.watchDelivery(() => ({ isPossible: true }));
  metrics.watchPartitions(() => ({ weeksReady: 1, defaultBytes: 0 }));
  metrics.watchClock(() => ({ differenceMs: 0 }));
  metrics.watchDataDisk(() => ({ freeBytes: 1, sizeBytes: 1 }));
  metrics.watchSchema(() => ({ pendingMigrations: 0 }));
  metrics.watchBacklog(() => ({ queued: 0, oldestQueuedSeconds: 0, overdue: 0 }));
  const found = metrics.registry.getMetricsAsArray().map(({ name, type }) => ({ name, type: String(type) }));
  const series = found.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const names = found.map(({ name }) => name);
  return {
    own: names.filter((name) => /^(hark|http)_/.test(name)),
    all: new Set([...series, 'up', ...recorded.map(({ record }) => record)]),
  };
}

/** Finds the metric names in an expression: every name that isn't a function, keyword, label or string. */
const metricsIn = (expr: string): string[] =>
  expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on)\s*\([^)]*\)/g, '')
    .match(/\b[a-z][a-z0-9_:]*\b(?!\s*\()/g)
    ?.filter((name) => !['by', 'on', 'or', 'and', 'unless', 'bool'].includes(name)) ?? [];

const { own, all } = exposedNames();

test('metricsIn finds only metric names', () => {
  expect(
    metricsIn(
      'sum by (a, b) (rate(x_total{c="d"}[5m])) / max(y) > on (a) 1 unless on (b) up == bool c:x:sum',
    ),
  ).toEqual(['x_total', 'y', 'up', 'c:x:sum']);
});

describe.each(panels)('the panel "$title"', ({ targets }) => {
  test('uses only metrics that the product exposes', () => {
    const asked = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !all.has(name))).toEqual([]);
  });
});

describe.each(rules)('the alert $alert', ({ alert, expr }) => {
  test('uses only metrics that the product exposes', () => {
    const asked = metricsIn(expr);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !all.has(name))).toEqual([]);
  });
  test('is documented', () => {
    expect(page).toContain(`### ${alert}\n`);
  });
});

test.each(recorded)('the rule $record uses only metrics that the product exposes', ({ expr }) => {
  const asked = metricsIn(expr);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !all.has(name))).toEqual([]);
});

test('every alert that combines processes does so for each cell', () => {
  const combined = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:sum|max|min|count)\b(.{11})/g)]);
  expect(combined.length).toBeGreaterThan(rules.length);
  expect(combined.filter(([, clause = '']) => !/^ by \(cell[,)]/.test(clause))).toEqual([]);
});

/** Runs `promtool` on the shipped files. */
function promtool(...args: string[]): { isValid: boolean; output: string } {
  const folder = path.join(repository, 'deploy/monitoring');
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  return { isValid: status === 0, output: `${stdout}${stderr}` };
}

// promtool is part of Debian's package `prometheus`, which CI installs.
describe.skipIf(spawnSync('promtool', ['--version']).status !== 0)('promtool', () => {
  test('accepts the configuration and the alerts', () => {
    const { isValid, output } = promtool('check', 'config', 'prometheus.yml');
    expect(isValid, output).toBe(true);
    expect(output).toContain(`${rules.length} rules found`);
  });
  test('accepts the configuration for cells', () => {
    const { isValid, output } = promtool('check', 'config', 'prometheus-cells.yml');
    expect(isValid, output).toBe(true);
    expect(output).toContain(`${recorded.length} rules found`);
  });
  test.each(['alerts.test.yml', 'cells.test.yml'])(
    'passes %s',
    (file) => {
      const { isValid, output } = promtool('test', 'rules', file);
      expect(isValid, output).toBe(true);
    },
    120_000,
  );
});

test.each(rules)('alerts.test.yml has a case where $alert fires and one where it does not', ({ alert }) => {
  const { tests } = parse(read('deploy/monitoring/alerts.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const cases = tests.flatMap((one) => one.alert_rule_test).filter(({ alertname }) => alertname === alert);
  expect(cases.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
  expect(cases.some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true);
});

test('a counter whose increase an alert watches is exposed before its first increment', async () => {
  const shown = await createMetrics().registry.metrics();
  const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/increase\((\w+)\{(\w+)!?="(\w+)"\}/g)]);
  expect(asked.map(([, name]) => name)).toEqual([
    'hark_runs_handed_over_total',
    'hark_run_duration_seconds_count',
    'hark_mails_total',
  ]);
  for (const [, name, label, value] of asked) expect(shown).toContain(`${name}{${label}="${value}"} 0`);
});

test('every metric is documented, and every documented metric exists', () => {
  const documented = [...page.matchAll(/^\| `([a-z_]+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(own.sort());
});

test('no label identifies a user or a workspace', async () => {
  const labels = createMetrics()
    .registry.getMetricsAsArray()
    .flatMap((metric) => (metric as unknown as { labelNames: string[] }).labelNames);
  expect(labels).toContain('surface');
  expect(labels.filter((label) => /user|workspace|email|host|listener_id|run/.test(label))).toEqual([]);
});
