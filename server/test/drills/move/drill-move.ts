import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { balance, type Delivery } from '../../chaos/ledger.ts';
import { Load } from '../../chaos/load.ts';
import { startPartner } from '../../chaos/partner.ts';
import { Watch } from '../../chaos/watch.ts';
import { workspaceFile } from '../../chaos/workspace-file.ts';
import { eventually } from '../../harness/eventually.ts';
import { testKey } from '../../harness/scratch-database.ts';
import { startOwnCellsProxy } from '../../harness/servers/own-nginx.ts';
import { type DrillDocument, type DrillOptions, secondsSince, sentences } from '../drill.ts';
import { untilSettled } from '../settled.ts';
import { type Sleepers, sendSleepers } from '../sleepers.ts';
import { type Cell, type Started, startCell } from './cell.ts';
import { compareCells } from './compare-cells.ts';
import { checkCredentials, credentials, readCredentials } from './credentials.ts';
import { startKilling } from './killing.ts';
import { addManyLeads, countRuns, isDrillLead } from './many-leads.ts';

const otherKey = 'the-key-of-the-other-installation-0123456789';
const moveWithinMs = 900_000;
/** The promise in docs/scale.md: callers are asked to try again for at most this long. */
const maxGapMs = 2_000;
const nap = "{{ __data.sleep|default('5 seconds') }}";

const planOf = (isQuick: boolean) => ({
  deliveriesPerSecond: isQuick ? 40 : 200,
  minAccepted: Number.POSITIVE_INFINITY,
  leads: isQuick ? 2_000 : 100_000,
  runs: isQuick ? 300 : 5_000,
  sleepers: isQuick ? 40 : 1_000,
  sleepSeconds: isQuick ? 150 : 600,
  afterwardsMs: isQuick ? 5_000 : 20_000,
});
type MovePlan = ReturnType<typeof planOf>;

/**
 * Moves a workspace between two cells behind nginx, under load, while processes of both cells and both commands are
 * killed. Nothing may be lost or done twice, and callers may only be asked to try again for a moment.
 */
export async function drillMove({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const plan = planOf(isQuick);
  const folder = mkdtempSync(join(tmpdir(), 'hark-move-'));
  const started: Started = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const scene = await startScene(folder, plan, started, progress);
    const figures = await moveUnderLoad(scene, plan, progress);
    return { drill: 'move', seconds: secondsSince(startedAt), ...figures };
  } finally {
    for (const end of started.toReversed()) await end();
  }
}

type Scene = Awaited<ReturnType<typeof startScene>>;

async function startScene(
  folder: string,
  plan: MovePlan,
  started: Started,
  progress: DrillOptions['progress'],
) {
  progress('starting two cells, each with PostgreSQL, an engine, two serve and one work');
  const partner = await startPartner();
  started.push(() => partner.close());
  const logger = pino({ level: 'info' }, pino.destination({ dest: join(folder, 'log'), sync: true }));
  const start = (name: string, key: string) =>
    startCell({ name, key, folder, allow: partner.host, logger }, started);
  const from = await start('eu1', testKey.reveal());
  const to = await start('eu2', otherKey);
  const cells = ['--file', join(folder, 'cells.yaml')];
  await from.command('cells', 'add', 'eu1', '--address', ...from.addresses, ...cells);
  await from.command('cells', 'add', 'eu2', '--address', ...to.addresses, ...cells);
  const map = join(folder, 'hark-cells.conf');
  await from.command('cells', 'map', '--out', map, ...cells);
  const httpsPort = await freePort();
  const nginx = await startOwnCellsProxy(map, httpsPort);
  started.push(() => nginx.remove());
  const baseUrl = `https://127.0.0.1:${httpsPort}`;
  const file = join(folder, 'workspace.json');
  writeFileSync(file, workspaceFile({ baseUrl, partnerUrl: partner.url, nap, more: credentials }));
  const [applied] = JSON.parse(await from.command('apply', '-f', file, '--json')).workspaces;
  const neighbor = { name: 'Neighbor', base_url: to.addresses[0], roles: [], users: [] };
  writeFileSync(file, JSON.stringify({ workspaces: [neighbor] }));
  await to.command('apply', '-f', file);
  progress(`adding ${plan.leads} leads`);
  await addManyLeads(from.database, plan.leads);
  /** Tells nginx which cell the workspace is in now. */
  const route = async (cell: string) => {
    await from.command('cells', 'route', '127.0.0.1', cell, ...cells);
    await from.command('cells', 'map', '--out', map, '--reload', nginx.reloadCommand, ...cells);
  };
  return {
    from,
    to,
    partner,
    baseUrl,
    route,
    listenerUrl: applied.workflows[0].listener.url as string,
    callers: readCredentials(applied),
  };
}

async function moveUnderLoad(scene: Scene, plan: MovePlan, progress: DrillOptions['progress']) {
  const { from, to, listenerUrl, callers, baseUrl } = scene;
  const watch = new Watch();
  const load = new Load(listenerUrl, plan, watch);
  try {
    const sleepers = await sendSleepers(
      { listenerUrl, database: from.database },
      { ofEachKind: plan.sleepers / 2, seconds: plan.sleepSeconds },
    );
    await eventually(async () => (await countRuns(from.database)) >= plan.runs, moveWithinMs);
    const refusedBefore = await checkCredentials(baseUrl, callers);
    const before = { runs: await countRuns(from.database), waiting: await sleepers.countWaiting() };
    progress(`moving, with ${before.runs} runs, ${JSON.stringify(before.waiting)} of them asleep`);
    watch.begin('move', performance.now());
    const moved = await move(scene, progress);
    const asleep = await countAsleep(to, sleepers);
    progress(`moved after ${Math.round(moved.ms / 1000)} s; the edge follows`);
    watch.begin('forwarded', performance.now());
    await sleep(plan.afterwardsMs);
    watch.begin('reload', performance.now());
    await scene.route('eu2');
    watch.begin('routed', performance.now());
    await sleep(plan.afterwardsMs);
    await load.stop();
    progress(`${load.accepted} accepted; waiting until every run has finished`);
    const stored = await untilSettled(to.database, progress);
    const judged = await judge(scene, [...load.deliveries, ...sleepers.deliveries], stored, watch);
    const refused = await checkCredentials(baseUrl, callers);
    return {
      leads: plan.leads,
      requests_per_second: plan.deliveriesPerSecond,
      accepted: load.accepted,
      runs_before: before.runs,
      asleep_before: before.waiting,
      asleep_after: asleep,
      move_seconds: Math.round(moved.ms / 1000),
      kills: moved.kills,
      said: moved.said,
      ...judged,
      wrong: [
        ...judged.wrong,
        ...sentences({
          'a credential was never valid': refusedBefore,
          'a credential is no longer valid': refused,
        }),
        ...(asleep === 0 ? ['no run was asleep during the move, so the drill proves nothing'] : []),
      ],
    };
  } finally {
    load.abandon();
  }
}

const countAsleep = async ({ database }: Cell, sleepers: Sleepers): Promise<number> => {
  const counts = await sleepers.countWaiting(database);
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
};

/** Runs both commands until the workspace has moved, and kills processes of both sides in the meantime. */
async function move({ from, to, baseUrl }: Scene, progress: DrillOptions['progress']) {
  const startedAt = performance.now();
  const token = 'a-token-that-only-this-drill-knows';
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const said: string[] = [];
  const hear = (line: string) => {
    if (/Switch|Moved/.test(line)) said.push(line);
    progress(line);
  };
  const receive = to.keepRunning(
    'receive',
    ['workspace', 'receive', '--listen', listen, '--token', token, '--serves-at', ...to.addresses],
    () => undefined,
  );
  const args = ['workspace', 'move', baseUrl, '--to', `http://${listen}`, '--token', token];
  const { promise: moved, resolve } = Promise.withResolvers<void>();
  const moving = from.keepRunning('move', args, (line) => {
    hear(line);
    if (line.includes('has moved')) resolve();
  });
  const commands = [
    { name: 'move', pid: () => moving.pid, untilReady: () => eventually(() => moving.pid !== undefined) },
    {
      name: 'receive',
      pid: () => receive.pid,
      untilReady: () => eventually(() => receive.pid !== undefined),
    },
  ];
  const killing = startKilling([...from.victims, ...to.victims, ...commands], progress);
  const timeout = AbortSignal.timeout(moveWithinMs);
  await Promise.race([
    moved,
    new Promise((_, reject) => {
      timeout.onabort = () => reject(new Error('the workspace did not move in time'));
    }),
  ]);
  const kills = await killing.stop();
  await Promise.all([moving.stop(), receive.stop()]);
  return { ms: performance.now() - startedAt, kills, said };
}

/** When nginx reloads, its old processes close idle connections, and a request can arrive on one at the same moment. */
const isAllowed = (kind: string, when: string): boolean =>
  kind === '503' || (kind === 'ECONNRESET' && when === 'reload');

async function judge(
  { from, to, partner }: Scene,
  deliveries: readonly Delivery[],
  stored: Awaited<ReturnType<typeof untilSettled>>,
  watch: Watch,
) {
  const ledger = balance(deliveries, stored.runs, stored.leads.filter(isDrillLead), partner.calls);
  const { lost, doubled, unfinished, failed, unanswered } = ledger;
  const views = Object.fromEntries(watch.views());
  const errors = Object.entries(views).flatMap(([when, { errors: seen, largest_gap_ms: gapMs }]) => [
    ...Object.entries(seen)
      .filter(([kind]) => !isAllowed(kind, when))
      .map(([kind, count]) => `${when}: callers saw ${kind}, ${count} times`),
    ...(gapMs > maxGapMs ? [`${when}: no request was accepted for ${gapMs} ms`] : []),
  ]);
  const compared = await compareCells(from.database, to.database);
  return {
    unanswered,
    callers: views,
    rows: compared.rows,
    outside_calls: ledger.outside,
    lost: lost.length,
    doubled: doubled.length,
    unfinished: unfinished.length,
    wrong: [...errors, ...compared.wrong, ...sentences({ lost, doubled, unfinished, failed })],
  };
}
