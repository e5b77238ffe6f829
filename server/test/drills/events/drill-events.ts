import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { doubledFollowUps, missingFollowUps } from '../../chaos/follow-ups.ts';
import { targets } from '../../chaos/plan.ts';
import { readStored } from '../../chaos/read-ledger.ts';
import type { Stage } from '../../chaos/stage.ts';
import { startStage } from '../../chaos/start-stage.ts';
import { followedCity, webhookSecret } from '../../chaos/workspace-file.ts';
import { eventually } from '../../harness/eventually.ts';
import { runHark } from '../../harness/hark-process.ts';
import { asAdministrator } from '../../harness/scratch-database.ts';
import { type DrillDocument, type DrillOptions, secondsSince, sentences } from '../drill.ts';
import { startDifficultReceivers } from './difficult-receivers.ts';
import { startKilledReceiver } from './killed-receiver.ts';
import { changeByApi, changeByWorkflow, namesOf, openFiles } from './lead-changes.ts';
import { unconfirmed } from './unconfirmed.ts';

/** How many leads each means creates and updates, how many are imported without triggers, and how often to kill. */
const planOf = (isQuick: boolean) =>
  isQuick
    ? { byApi: 200, byImport: 200, byWorkflow: 100, silently: 500, kills: 4 }
    : { byApi: 4_000, byImport: 4_000, byWorkflow: 2_000, silently: 10_000, kills: 40 };
type EventsPlan = ReturnType<typeof planOf>;

const calmMs = 1_000;
const receiverLivesMs = 4_000;
const settledWithinMs = 1_200_000;
/** A replay sends at most 10,000 events. */
const replayedAtOnce = 9_000;

type Receivers = Awaited<ReturnType<typeof startDifficultReceivers>>;
type KilledReceiver = Awaited<ReturnType<typeof startKilledReceiver>>;

/**
 * Changes leads by all means while every process is killed. Each change must start its workflow once, in order, and
 * reach receivers that fail, hang, redirect, are killed or no longer want events. An import without triggers must start
 * and send nothing.
 */
export async function drillEvents({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const plan = planOf(isQuick);
  const folder = mkdtempSync(join(tmpdir(), 'hark-events-'));
  const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const mails = await startMails(started);
    const receivers = await startDifficultReceivers();
    started.push(() => receivers.close());
    const killed = await startKilledReceiver(join(folder, 'received'), receiverLivesMs);
    started.push(() => killed.close());
    progress('starting PostgreSQL, Redis, the engine, serve and work');
    const stage = await startStage({
      isEngineCluster: false,
      allow: [receivers.host, killed.host],
      env: { SMTP_URL: mails.url, SMTP_FROM: 'hark@chaos.test' },
    });
    started.push(() => stage.parts.remove());
    const token = await applyWebhooks(stage, folder, receivers, killed);
    const files = await openFiles(stage);
    started.push(() => files.close());

    progress(`importing ${plan.silently} leads without triggers`);
    await files.importLeads(namesOf('silent', plan.silently), false);
    await eventually(() => isRelayed(stage), settledWithinMs);
    const silently = await countFollowUps(stage);

    const effects = await changeUnderKills(stage, { plan, token, files, progress });
    await killed.endKills();
    progress(`${effects.length * 2} changes made; waiting until all have been delivered`);
    await untilSettled(stage, 'redirecting');
    const redirected = receivers.redirecting.attempts;
    progress('the redirecting receiver recovers; replaying everything that it missed');
    receivers.redirecting.behavior = () => 200;
    const replayed = await replay(stage, token);
    await eventually(() => unconfirmed(effects, receivers.redirecting.events).length === 0, settledWithinMs);

    const { followUps } = await readStored(stage.parts.database);
    const steady = stage.parts.partner.events;
    const followed = { runs: followUps, events: steady };
    const all = { steady, failing: receivers.failing.events, hanging: receivers.hanging.events };
    const confirmed = { ...all, killed: killed.events(), replayed: receivers.redirecting.events };
    const difficult = [receivers.failing, receivers.hanging, receivers.redirecting, receivers.gone];
    const disabled = await disabledOf(stage);
    return {
      drill: 'events',
      seconds: secondsSince(startedAt),
      changes: effects.length * 2,
      kills: { processes: plan.kills, receiver: killed.kills() },
      imported_silently: plan.silently,
      runs: followUps.length,
      caused_by_the_silent_import: silently,
      received: Object.fromEntries(Object.entries(confirmed).map(([name, events]) => [name, events.length])),
      redirected,
      reached_privately: receivers.reachedPrivately(),
      replayed,
      disabled,
      mails: mails.arrived.length,
      wrong: [
        ...sentences({
          lost: missingFollowUps(effects, followed),
          doubled: doubledFollowUps(followed),
          unfinished: followUps.filter(({ status }) => status !== 'succeeded').map(({ id }) => id),
          ...Object.fromEntries(
            Object.entries(confirmed).map(([name, events]) => [
              `not received by ${name}`,
              unconfirmed(effects, events),
            ]),
          ),
        }),
        ...(silently.runs + silently.deliveries > 0 ? ['an import without triggers caused something'] : []),
        ...(receivers.reachedPrivately() > 0 ? ['a redirect to a private address was followed'] : []),
        ...(difficult.some(({ unverified }) => unverified > 0) ? ['a signature was wrong'] : []),
        ...(disabled.join() === 'gone' ? [] : [`the disabled webhooks are: ${disabled.join(', ')}`]),
        ...(mails.arrived.some((mail) => mail.includes('gone'))
          ? []
          : ['no email reports the disabled webhook']),
      ],
    };
  } finally {
    for (const end of started.toReversed()) await end();
  }
}

interface Changing {
  readonly plan: EventsPlan;
  readonly token: string;
  readonly files: Awaited<ReturnType<typeof openFiles>>;
  progress(line: string): void;
}

/** Creates and updates leads by all means, while the processes are killed in turn. @returns the names of the leads */
async function changeUnderKills(stage: Stage, { plan, token, files, progress }: Changing): Promise<string[]> {
  const { serveUrl, listenerUrl } = stage.parts;
  const [byApi, byImport, byWorkflow] = [
    namesOf('api', plan.byApi),
    namesOf('import', plan.byImport),
    namesOf('workflow', plan.byWorkflow),
  ];
  const importing = files.importLeads(byImport, true).then(() => files.editAll('import'));
  const changing = Promise.all([
    changeByApi(serveUrl, token, byApi),
    changeByWorkflow(listenerUrl, byWorkflow),
    importing,
  ]);
  for (let kill = 0; kill < plan.kills; kill++) {
    const target = targets[kill % targets.length] ?? 'work';
    progress(`killing ${target} (${kill + 1} of ${plan.kills})`);
    await stage.kill(target);
    await sleep(calmMs);
  }
  await changing;
  return [...byApi, ...byImport, ...byWorkflow];
}

/** Adds a webhook for each difficult receiver, as an operator does. @returns a token for the REST API */
async function applyWebhooks(
  { parts: { serveUrl, env } }: Stage,
  folder: string,
  receivers: Receivers,
  killed: KilledReceiver,
): Promise<string> {
  const types = ['lead.created', 'lead.updated'];
  const filters = [{ alias: 'city', operator: 'eq', value: followedCity }];
  const urls = {
    ...Object.fromEntries(
      ['failing', 'hanging', 'redirecting', 'gone'].map((name) => [name, `http://${receivers.host}/${name}`]),
    ),
    killed: `http://${killed.host}/`,
  };
  const webhooks = Object.entries(urls).map(([name, url]) => ({
    name,
    url,
    types,
    filters,
    secret: webhookSecret,
  }));
  const workspace = {
    name: 'Chaos',
    base_url: serveUrl,
    settings: { rate_limit_per_minute: 1_000_000, rate_limit_burst: 1_000_000 },
    api_clients: [{ user: 'ann@chaos.test', name: 'Drill', scope: 'api' }],
    webhooks,
  };
  const file = join(folder, 'webhooks.json');
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await runHark(['apply', '-f', file, '--json'], env);
  if (code !== 0) throw new Error(`hark apply exited with code ${code}: ${stderr}`);
  return JSON.parse(stdout).workspaces[0].api_clients[0].token;
}

/** Asks for all events again, in periods of a size that one replay can send. @returns how many events were queued */
async function replay({ parts: { database, serveUrl } }: Stage, token: string): Promise<number> {
  const { id, times } = await asAdministrator(async (client) => {
    const webhook = await client.query<{ id: string }>("select id from webhooks where name = 'redirecting'");
    const { rows } = await client.query<{ at: Date }>(
      `select at from (select at, row_number() over (order by at) as number from events where starts_triggers) numbered
       where number % $1 = 1 order by at`,
      [replayedAtOnce],
    );
    return { id: webhook.rows[0]?.id, times: rows.map(({ at }) => at) };
  }, database);
  let replayed = 0;
  for (const [index, from] of times.entries()) {
    const answer = await fetch(`${serveUrl}/api/webhooks/${id}/replay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, ...(times[index + 1] && { to: times[index + 1] }) }),
    });
    const body = (await answer.json()) as { replayed: number };
    if (!answer.ok) throw new Error(`replay: ${answer.status} ${JSON.stringify(body)}`);
    replayed += body.replayed;
  }
  return replayed;
}

/** Waits until all runs have finished and all deliveries have succeeded, except those of one webhook. */
const untilSettled = ({ parts: { database } }: Stage, except: string): Promise<unknown> =>
  eventually(
    () =>
      asAdministrator(async (client) => {
        const { rows } = await client.query<{ open: number }>(
          `select (select count(*) from events where position is null) +
             (select count(*) from runs where status in ('queued', 'running', 'waiting')) +
             (select count(*) from webhook_deliveries d join webhooks w on w.id = d.webhook_id
              where d.status = 'pending' and (w.name <> $1 or d.attempts = '[]'))::int as open`,
          [except],
        );
        await sleep(calmMs);
        return Number(rows[0]?.open) === 0;
      }, database),
    settledWithinMs,
  );

const isRelayed = ({ parts: { database } }: Stage): Promise<boolean> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query('select from events where position is null limit 1');
    return rows.length === 0;
  }, database);

const countFollowUps = ({ parts: { database } }: Stage): Promise<{ runs: number; deliveries: number }> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ runs: number; deliveries: number }>(
      `select (select count(*) from runs)::int as runs, (select count(*) from webhook_deliveries)::int as deliveries`,
    );
    return rows[0] ?? { runs: -1, deliveries: -1 };
  }, database);

const disabledOf = ({ parts: { database } }: Stage): Promise<string[]> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from webhooks where not active');
    return rows.map(({ name }) => name);
  }, database);

/** Starts a mail server that keeps the text of each email. */
async function startMails(started: (() => unknown)[]) {
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      void text(stream).then((mail) => {
        arrived.push(mail);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  started.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { arrived, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}
