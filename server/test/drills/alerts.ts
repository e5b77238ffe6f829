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

/** What the file says in minutes, the drill does in two seconds for each. */
const speed = 30;
const seenWithinMs = 150_000;
const goneWithinMs = 180_000;
const rateInterval = '10s';

const shipped = (name: string) =>
  readFileSync(new URL(`../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/**
 * Everything that an alert is there for is made to happen, one after the other, under load and before a real Prometheus with the files
 * that are shipped: each alert has to come up and to go away again. Then every expression of the dashboard has to have something to show.
 */
export async function drillAlerts({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = new Date();
  const [serve, work, mail] = [await freePort(), await freePort(), await freePort()];
  progress('starting PostgreSQL, Redis, the engine, serve, work and Prometheus');
  const stage = await startStage({
    isEngineCluster: false,
    // Nobody listens where mails are sent to.
    env: { METRICS_PORT: `${serve}`, WORK_METRICS_PORT: `${work}`, SMTP_URL: `smtp://127.0.0.1:${mail}` },
  });
  const prometheus = await startOwnPrometheus({ serve, work }, speed);
  const plan = { deliveriesPerSecond: isQuick ? 20 : 40, leastAccepted: Number.POSITIVE_INFINITY };
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
        ...alertNames().flatMap((name) => complaintAbout(name, seen)),
        ...empty.map((expression) => `the dashboard has nothing to show for ${expression}`),
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
  progress(`mended: waiting until ${seen.length === 1 ? 'it goes' : 'they go'}`);
  await watch.untilGone(seen, goneWithinMs);
  return seen;
}

const alertNames = (): readonly string[] =>
  (parse(shipped('alerts.yml')) as { groups: { rules: { alert: string }[] }[] }).groups.flatMap(({ rules }) =>
    rules.map(({ alert }) => alert),
  );

function complaintAbout(name: string, seen: readonly SeenAlert[]): string[] {
  const found = seen.find(({ alert }) => alert === name);
  if (!found) return [`${name}: nothing is done that it has to tell`];
  if (found.firing_after_ms === null) return [`${name} did not fire: ${found.fault}`];
  return found.gone_after_ms === null ? [`${name} did not go away: ${found.fault}`] : [];
}

/** Every expression of the dashboard, with the number of lines that it draws. */
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
