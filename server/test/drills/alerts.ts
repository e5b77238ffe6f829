import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { freePort } from '../../src/lib/process/free-port.ts';
import { Load } from '../chaos/load.ts';
import type { Stage } from '../chaos/stage.ts';
import { startStage } from '../chaos/start-stage.ts';
import { Watch } from '../chaos/watch.ts';
import { type OwnPrometheus, startOwnPrometheus } from '../harness/servers/own-prometheus.ts';
import { type AlertFault, alertFaults } from './alert-faults.ts';
import { AlertWatch, type SeenAlert } from './alert-watch.ts';
import type { DrillDocument, DrillOptions } from './drill.ts';

/** The drill shortens each minute in the rules file to two seconds. */
const speed = 30;
const seenWithinMs = 150_000;
const goneWithinMs = 180_000;
const rateInterval = '10s';
/** The drill changes neither the clock nor the disks of the machine, and has one version. `promtool` tests these alerts. */
const notDrilled = ['HarkClockWrong', 'HarkDiskFull', 'HarkSchemaBehind', 'HarkVersionsMixed'];

const shipped = (name: string) =>
  readFileSync(new URL(`../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/**
 * Causes every condition that has an alert, one after another, under load and with a real Prometheus that
 * uses the shipped files. Each alert must fire and stop again. Then every expression in the dashboard must
 * return data.
 */
export async function drillAlerts({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = new Date();
  const [serve, work, mail] = [await freePort(), await freePort(), await freePort()];
  progress('starting PostgreSQL, Redis, the engine, serve, work and Prometheus');
  const stage = await startStage({
    isEngineCluster: false,
    // No mail server listens on this port.
    env: { METRICS_PORT: `${serve}`, WORK_METRICS_PORT: `${work}`, SMTP_URL: `smtp://127.0.0.1:${mail}` },
  });
  const prometheus = await startOwnPrometheus({ serve, work }, speed);
  const plan = { deliveriesPerSecond: isQuick ? 20 : 40, minAccepted: Number.POSITIVE_INFINITY };
  const load = new Load(stage.parts.listenerUrl, plan, new Watch());
  try {
    const watch = new AlertWatch(prometheus);
    const inCalm = await watch.lookFor(isQuick ? 15_000 : 45_000);
    const seen: SeenAlert[] = [];
    for (const fault of alertFaults) seen.push(...(await suffer(fault, stage, watch, progress)));
    const panels = await readDashboard(prometheus, startedAt);
    const empty = panels.filter(({ lines }) => lines === 0).map(({ expression }) => expression);
    return {
      drill: 'alerts',
      seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
      prometheus: prometheus.version,
      times_faster: speed,
      accepted: load.accepted,
      alerts: seen,
      dashboard: panels,
      wrong: [
        ...inCalm.map((alert) => `${alert} fired although nothing was wrong`),
        ...alertNames()
          .filter((name) => !notDrilled.includes(name))
          .flatMap((name) => complaintAbout(name, seen)),
        ...empty.map((expression) => `the dashboard shows no data for ${expression}`),
      ],
    };
  } finally {
    load.abandon();
    await prometheus.remove();
    await stage.parts.remove();
  }
}

async function suffer(fault: AlertFault, stage: Stage, watch: AlertWatch, progress: (line: string) => void) {
  const seen: SeenAlert[] = fault.alerts.map((alert) => ({
    alert,
    fault: fault.name,
    pending_after_ms: null,
    firing_after_ms: null,
    gone_after_ms: null,
  }));
  progress(`${fault.name}: waiting for ${fault.alerts.join(', ')}`);
  const [mend] = await Promise.all([fault.make(stage), watch.untilFiring(seen, seenWithinMs)]);
  await mend();
  progress(`fixed: waiting until ${seen.length === 1 ? 'it stops' : 'they stop'}`);
  await watch.untilGone(seen, goneWithinMs);
  return seen;
}

const alertNames = (): readonly string[] =>
  (parse(shipped('alerts.yml')) as { groups: { rules: { alert: string }[] }[] }).groups.flatMap(({ rules }) =>
    rules.map(({ alert }) => alert),
  );

function complaintAbout(name: string, seen: readonly SeenAlert[]): string[] {
  const found = seen.find(({ alert }) => alert === name);
  if (!found) return [`${name}: no fault triggers it`];
  if (found.firing_after_ms === null) return [`${name} did not fire: ${found.fault}`];
  return found.gone_after_ms === null ? [`${name} did not stop: ${found.fault}`] : [];
}

/** Evaluates every expression in the dashboard. @returns the number of series for each */
async function readDashboard(prometheus: OwnPrometheus, since: Date) {
  const { panels } = JSON.parse(shipped('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const asked = panels.flatMap(({ title, targets }) =>
    targets.map(async ({ expr }) => {
      const lines = await prometheus.graph(expr.replaceAll('$__rate_interval', rateInterval), since);
      const drawn = lines.filter((line) => line.some(([, value]) => Number.isFinite(value)));
      return { panel: title, expression: expr, lines: drawn.length };
    }),
  );
  return Promise.all(asked);
}
