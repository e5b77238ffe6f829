// What is shipped for Prometheus and Grafana is held against what the product exposes, and that against the documentation.
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

/** Everything that a process can show, as Prometheus names it. */
function exposedNames(): { own: string[]; all: Set<string> } {
  const metrics = createMetrics();
  metrics.watchEngine(() => ({ ok: true, lastOkAt: null }));
  metrics.watchPartitions(() => ({ weeksReady: 1, defaultBytes: 0 }));
  metrics.watchBacklog(() => ({ queued: 0, oldestQueuedSeconds: 0, overdue: 0 }));
  const found = metrics.registry.getMetricsAsArray().map(({ name, type }) => ({ name, type: String(type) }));
  const series = found.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const names = found.map(({ name }) => name);
  return { own: names.filter((name) => /^(hark|http)_/.test(name)), all: new Set([...series, 'up']) };
}

/** What of an expression names a metric: whatever is no function, keyword, label or text. */
const metricsIn = (expr: string): string[] =>
  expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on)\s*\([^)]*\)/g, '')
    .match(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)
    ?.filter((name) => !['by', 'on', 'or', 'and', 'unless'].includes(name)) ?? [];

const { own, all } = exposedNames();

test('the reader of expressions finds metrics and nothing else', () => {
  expect(
    metricsIn('sum by (a, b) (rate(x_total{c="d"}[5m])) / max(y) > on (a) 1 unless on (b) up == 0'),
  ).toEqual(['x_total', 'y', 'up']);
});

describe.each(dashboard.panels)('the panel "$title"', ({ targets }) => {
  test('asks for nothing but what the product exposes', () => {
    const asked = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !all.has(name))).toEqual([]);
  });
});

describe.each(rules)('the alert $alert', ({ alert, expr }) => {
  test('asks for nothing but what the product exposes', () => {
    const asked = metricsIn(expr);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !all.has(name))).toEqual([]);
  });
  test('is explained', () => {
    expect(page).toContain(`### ${alert}\n`);
  });
});

/** What `promtool` says of the files, and whether it is content. */
function promtool(...args: string[]): { isContent: boolean; says: string } {
  const folder = path.join(repository, 'deploy/monitoring');
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  return { isContent: status === 0, says: `${stdout}${stderr}` };
}

// Debian's package `prometheus` has it; the gate installs that.
describe.skipIf(spawnSync('promtool', ['--version']).status !== 0)("Prometheus' own judge", () => {
  test('takes the configuration and the alerts', () => {
    const { isContent, says } = promtool('check', 'config', 'prometheus.yml');
    expect(isContent, says).toBe(true);
    expect(says).toContain(`${rules.length} rules found`);
  });
  test('sees every alert come and stay away as alerts.test.yml says', () => {
    const { isContent, says } = promtool('test', 'rules', 'alerts.test.yml');
    expect(isContent, says).toBe(true);
  }, 120_000);
});

test.each(rules)('when $alert comes is tried out, and when it does not', ({ alert }) => {
  const { tests } = parse(read('deploy/monitoring/alerts.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const tried = tests.flatMap((one) => one.alert_rule_test).filter(({ alertname }) => alertname === alert);
  expect(tried.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
  expect(tried.some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true);
});

test('a counter whose increase an alert asks for is there before it counts anything', async () => {
  const shown = await createMetrics().registry.metrics();
  const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/increase\((\w+)\{(\w+)!?="(\w+)"\}/g)]);
  expect(asked.map(([, name]) => name)).toEqual(['hark_runs_handed_over_total', 'hark_mails_total']);
  for (const [, name, label, value] of asked) expect(shown).toContain(`${name}{${label}="${value}"} 0`);
});

test('every metric is documented, and every documented one exists', () => {
  const documented = [...page.matchAll(/^\| `([a-z_]+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(own.sort());
});

test('no label names a user or a workspace', async () => {
  const labels = createMetrics()
    .registry.getMetricsAsArray()
    .flatMap((metric) => (metric as unknown as { labelNames: string[] }).labelNames);
  expect(labels).toContain('surface');
  expect(labels.filter((label) => /user|workspace|email|host|listener_id|run/.test(label))).toEqual([]);
});
