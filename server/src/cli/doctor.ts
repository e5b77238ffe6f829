import { Command } from 'commander';
import { askOwnAddress } from '../app/ask-own-address.ts';
import { engineOf, engineOfUp } from '../app/engine.ts';
import { type Config, installationSettings, readConfig } from '../config.ts';
import type { Context } from '../core/context/index.ts';
import {
  type Check,
  checkInstallation,
  examine,
  examineInOrder,
  type Finding,
  findInstallation,
  type Installation,
  installationChecks,
  listBaseUrls,
  openInstallation,
} from '../core/installation/index.ts';
import { describeLimits } from '../core/limits/index.ts';
import { examinePartitions } from '../core/runs/index.ts';
import { examineAddress } from '../core/self-check/index.ts';
import { systemClock } from '../lib/clock.ts';
import { invalid } from '../lib/errors.ts';
import { pingRedis } from '../lib/limits/redis.ts';
import { createLogger } from '../lib/log.ts';
import { examineCounts } from './shared/examine-counts.ts';
import { printFindings } from './shared/print-findings.ts';

const neededNode = 24;

interface DoctorOptions {
  json?: boolean;
  recount?: boolean;
  workspace?: string;
}

export const doctorCommand = () =>
  new Command('doctor')
    .description(
      'Check node, database, roles, key, clock, redis, engine, traces and addresses, and say what to do.',
    )
    .option('--recount', 'also count all leads and compare with the totals that lists show')
    .option('--workspace <base_url>', 'recount in this workspace only')
    .option('--json', 'print one JSON document')
    .action(async ({ json = false, recount = false, workspace }: DoctorOptions) => {
      if (workspace !== undefined && !recount)
        throw invalid('bad_option', '--workspace goes with --recount only.');
      await printFindings(examineAll(readConfig(), recount ? { workspace } : undefined), json);
    });

type Recounting = { readonly workspace: string | undefined } | undefined;

async function* examineAll(config: Config, recounting: Recounting): AsyncGenerator<Finding> {
  yield examine('node', async () => {
    if (Number.parseInt(process.versions.node, 10) >= neededNode) return `version ${process.versions.node}`;
    throw new Error(`Version ${process.versions.node} is too old. Install Node ${neededNode} or newer.`);
  });
  yield examineConfiguration(config);
  yield* examineDatabase(config, recounting);
  yield examine('redis', () => examineRedis(config));
  yield examine('engine', () => examineEngine(config));
  yield examine('traces', () => examineCollector(config));
}

async function* examineDatabase(config: Config, recounting: Recounting): AsyncGenerator<Finding> {
  const logger = createLogger('silent', 'command');
  try {
    const installation = findInstallation(installationSettings(config));
    const db = openInstallation(installation, { applicationName: 'hark-doctor', poolSize: 1, logger });
    try {
      let canRecount = true;
      for await (const finding of examineInOrder(databaseChecks(installation, db))) {
        if (finding.level === 'skipped') canRecount = false;
        yield finding;
      }
      if (recounting && canRecount) yield* examineCounts(db, recounting.workspace);
    } finally {
      await db.close();
    }
  } catch (error) {
    yield examine('installation', () => Promise.reject(error));
  }
}

const databaseChecks = (installation: Installation, db: Context['db']): Check[] => [
  ...installationChecks(installation, db, systemClock),
  { name: 'partitions', run: () => examinePartitions(db) },
  { name: 'limits', run: () => describeLimits(db) },
  { name: 'base_url', run: () => examineAddresses(() => listBaseUrls(db)) },
  {
    name: 'callers',
    run: async () => {
      const key = await checkInstallation(db, installation);
      return examineCallers({ db, key, clock: systemClock }, await listBaseUrls(db));
    },
  },
];

function examineConfiguration({ warnings }: Config): Finding {
  if (warnings.length === 0) return { check: 'configuration', ok: true, says: 'every name is known' };
  return { check: 'configuration', ok: true, says: warnings.join(' '), level: 'warning' };
}

async function examineRedis({ REDIS_URL: url }: Config): Promise<string> {
  if (url === undefined) return 'not configured: rate limits hold for each process by itself';
  await pingRedis(url);
  return 'answers';
}

async function examineEngine(config: Config): Promise<string> {
  const engine = engineOf(config) ?? engineOfUp(config);
  if (!engine) return 'not configured, and no `hark up` ran here yet: it starts one of its own';
  await engine.ping();
  return 'a ping went through it to a worker and back';
}

/** Sends an empty batch: with an unreachable collector, spans would be lost silently. */
async function examineCollector({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Config): Promise<string> {
  if (endpoint === undefined) return 'not configured: nothing is traced';
  const answer = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries([...headers].map(([name, value]) => [name, value.reveal()])),
    },
    body: '{"resourceSpans":[]}',
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer?.ok) return 'the collector takes them';
  const seen = answer ? `answers ${answer.status}` : 'does not answer';
  throw new Error(`The collector ${seen}. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`);
}

/** Callers use these URLs, so they must reach this installation. */
async function examineAddresses(list: () => Promise<string[]>): Promise<string> {
  const baseUrls = await list();
  if (baseUrls.length === 0)
    throw new Error('There is no workspace. Set BASE_URL, or describe one and run `hark apply`.');
  for (const baseUrl of baseUrls) {
    const answer = await fetch(`${baseUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) continue;
    const seen = answer ? `answers ${answer.status}` : 'does not answer';
    throw new Error(
      `${baseUrl} ${seen}. Start \`hark up\` or \`hark serve\`, and let the proxy in front pass /healthz on.`,
    );
  }
  return `${baseUrls.join(', ')} lead here`;
}

/** Whether `serve` sees the callers' IP addresses. The base_url check reports URLs that don't reach it. */
async function examineCallers(context: Context, baseUrls: readonly string[]): Promise<string> {
  for (const baseUrl of baseUrls) {
    const { findings } = await examineAddress(context, askOwnAddress(baseUrl), baseUrl);
    const wrong = findings.find(({ check, ok }) => check === 'callers' && !ok);
    if (wrong) throw new Error(`${baseUrl}: ${wrong.says}`);
  }
  return 'every caller has their own address';
}
