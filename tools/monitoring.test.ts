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
  expr: string;
}
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const alerts = parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);
const page = read('docs/monitoring.md');

/** Lists every metric that a process can expose, by its Prometheus name. */
function exposedNames(): { own: string[]; all: Set<string> } {
  const metrics = createMetrics();
  metrics.watchEngine(() => ({ ok: true, lastOkAt: null }));
  metrics.watchPartitions(() => ({ weeksReady: 1, defaultBytes: 0 }));
  metrics.watchClock(() => ({ differenceMs: 0 }));
  metrics.watchDataDisk(() => ({ freeBytes: 1, sizeBytes: 1 }));
  metrics.watchBacklog(() => ({ queued: 0, oldestQueuedSeconds: 0, overdue: 0 }));
  const found = metrics.registry.getMetricsAsArray().map(({ name, type }) => ({ name, type: String(type) }));
  const series = found.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const names = found.map(({ name }) => name);
  return { own: names.filter((name) => /^(hark|http)_/.test(name)), all: new Set([...series, 'up']) };
}

/** Finds the metric names in an expression: every name that isn't a function, keyword, label or string. */
const metricsIn = (expr: string): string[] =>
  expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on)\s*\([^)]*\)/g, '')
    .match(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)
    ?.filter((name) => !['by', 'on', 'or', 'and', 'unless'].includes(name)) ?? [];

const { own, all } = exposedNames();

test('metricsIn finds only metric names', () => {
  expect(
    metricsIn('sum by (a, b) (rate(x_total{c="d"}[5m])) / max(y) > on (a) 1 unless on (b) up == 0'),
  ).toEqual(['x_total', 'y', 'up']);
});

describe.each(dashboard.panels)('the panel "$title"', ({ targets }) => {
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
  test('passes alerts.test.yml', () => {
    const { isValid, output } = promtool('test', 'rules', 'alerts.test.yml');
    expect(isValid, output).toBe(true);
  }, 120_000);
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
