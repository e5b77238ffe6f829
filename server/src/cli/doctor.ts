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
  examineOwnerServer,
  type Finding,
  type Found,
  findInstallation,
  type Installation,
  installationChecks,
  listBaseUrls,
  openInstallation,
} from '../core/installation/index.ts';
import { describeLimits } from '../core/limits/index.ts';
import { examinePartitions } from '../core/runs/index.ts';
import { examineAddress } from '../core/self-check/index.ts';
import { listFailingSteps } from '../core/workflows/index.ts';
import { listWorkspaces } from '../core/workspaces/index.ts';
import { systemClock } from '../lib/clock.ts';
import { invalid } from '../lib/errors.ts';
import { pingRedis } from '../lib/limits/redis.ts';
import { createLogger } from '../lib/log.ts';
import { examineCounts } from './shared/examine-counts.ts';
import { example } from './shared/example.ts';
import { printFindings } from './shared/print-findings.ts';

const neededNode = 24;

/** How many steps a warning names. */
const maxNamed = 5;
/** In how many workspaces it looks for them, which takes seconds. An installation can have a hundred thousand. */
const maxSearched = 1_000;

interface DoctorOptions {
  json?: boolean;
  recount?: boolean;
  workspace?: string;
}

export const doctorCommand = () =>
  new Command('doctor')
    .option('--recount', 'also recount all leads and compare with the stored totals')
    .option('--workspace <base_url>', 'with --recount: only this workspace')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark doctor', 'hark doctor --recount --json'))
    .action(async ({ json = false, recount = false, workspace }: DoctorOptions) => {
      if (workspace !== undefined && !recount)
        throw invalid('bad_option', '--workspace can only be used with --recount.');
      await printFindings(examineAll(readConfig(), recount ? { workspace } : undefined), json);
    });

type Recounting = { readonly workspace: string | undefined } | undefined;

async function* examineAll(config: Config, recounting: Recounting): AsyncGenerator<Finding> {
  yield examine('node', async () => {
    if (Number.parseInt(process.versions.node, 10) >= neededNode) return `version ${process.versions.node}`;
    throw new Error(`Node.js ${process.versions.node} is too old. Install Node.js ${neededNode} or newer.`);
  });
  yield examine('configuration', async () => examineConfiguration(config));
  yield* examineDatabase(config, recounting);
  yield examine('redis', () => examineRedis(config));
  yield examine('engine', () => examineEngine(config));
  yield examine('traces', () => examineCollector(config));
}

async function* examineDatabase(config: Config, recounting: Recounting): AsyncGenerator<Finding> {
  const logger = createLogger('silent', 'command');
  const settings = installationSettings(config);
  let installation: Installation | undefined;
  try {
    installation = findInstallation(settings);
    const db = openInstallation(installation, { applicationName: 'hark-doctor', poolSize: 1, logger });
    try {
      let canRecount = true;
      for await (const finding of examineInOrder(databaseChecks(config, installation, db))) {
        if (finding.level === 'skipped') canRecount = false;
        yield finding;
      }
      if (recounting && canRecount) yield* examineCounts(db, recounting.workspace);
    } finally {
      await db.close();
    }
  } catch (error) {
    // Without a key, the checks of the database can't connect as Hark's roles.
    if (!installation) yield examine('database', () => examineOwnerServer(settings.ownerUrl));
    yield examine('installation', () => Promise.reject(error));
  }
}

const databaseChecks = (config: Config, installation: Installation, db: Context['db']): Check[] => [
  ...installationChecks(installation, db, systemClock),
  { name: 'partitions', run: () => examinePartitions(db) },
  { name: 'limits', run: () => describeLimits(db) },
  { name: 'workflows', run: () => examineWorkflows(config, { db }) },
  { name: 'base_url', run: () => examineAddresses(() => listBaseUrls(db)) },
  {
    name: 'callers',
    run: async () => {
      const key = await checkInstallation(db, installation);
      return examineCallers({ db, key, clock: systemClock }, await listBaseUrls(db));
    },
  },
];

const examineConfiguration = ({ warnings }: Config): Found =>
  warnings.length === 0 ? 'no unknown settings' : { warning: warnings.join(' ') };

/** Names some of the steps that will fail (spec/provisioning §7.5). */
export async function examineWorkflows(
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
  context: Pick<Context, 'db'>,
  most = maxSearched,
): Promise<Found> {
  const hasMail = SMTP_URL !== undefined;
  const failing: string[] = [];
  let searched = 0;
  for await (const { id, baseUrl } of listWorkspaces(context)) {
    for (const step of await listFailingSteps(context, id, hasMail)) failing.push(`${baseUrl}, ${step}`);
    searched += 1;
    if (failing.length > maxNamed || searched === most) break;
  }
  if (failing.length === 0) {
    const where = searched === most ? ` in the first ${most} workspaces` : '';
    return `SMTP_URL is ${hasMail ? '' : 'not '}set; no step${where} lacks email or a secret`;
  }
  const others = failing.length > maxNamed ? ' Other steps will fail too.' : '';
  return { warning: `${failing.slice(0, maxNamed).join(' ')}${others}` };
}

async function examineRedis({ REDIS_URL: url }: Config): Promise<string> {
  if (url === undefined) return 'not configured; each process enforces rate limits separately';
  await pingRedis(url);
  return 'responds';
}

async function examineEngine(config: Config): Promise<string> {
  const engine = engineOf(config) ?? engineOfUp(config);
  if (!engine) return 'not configured, and `hark up` has not run here yet (it starts its own engine)';
  await engine.ping();
  return 'a ping reached a worker through the engine and came back';
}

/** Sends an empty batch to the collector. If the collector is unreachable, spans are lost without an error. */
async function examineCollector({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
}: Config): Promise<string> {
  if (endpoint === undefined) return 'not configured; tracing is disabled';
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
  if (answer?.ok) return 'the collector accepts traces';
  const seen = answer ? `returned ${answer.status}` : "doesn't respond";
  throw new Error(`The collector ${seen}. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`);
}

/** Checks the workspaces' base URLs. Callers use these URLs, so they must reach this installation. */
async function examineAddresses(list: () => Promise<string[]>): Promise<string> {
  const baseUrls = await list();
  if (baseUrls.length === 0)
    throw new Error('There is no workspace. Set BASE_URL, or create one with `hark apply`.');
  for (const baseUrl of baseUrls) {
    const answer = await fetch(`${baseUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) continue;
    const seen = answer ? `returned ${answer.status}` : "doesn't respond";
    throw new Error(
      `${baseUrl}/healthz ${seen}. Start \`hark up\` or \`hark serve\`, and make sure the reverse proxy forwards /healthz.`,
    );
  }
  return `${baseUrls.join(', ')} ${baseUrls.length === 1 ? 'reaches' : 'reach'} this installation`;
}

/**
 * Checks whether `serve` sees the callers' IP addresses and API keys. URLs that don't reach it are left to the base_url
 * check.
 */
async function examineCallers(context: Context, baseUrls: readonly string[]): Promise<string> {
  for (const baseUrl of baseUrls) {
    const { findings } = await examineAddress(context, askOwnAddress(baseUrl), baseUrl);
    const wrong = findings.find(({ check, ok }) => ['callers', 'keys'].includes(check) && !ok);
    if (wrong) throw new Error(`${baseUrl}: ${wrong.says}`);
  }
  return "callers' IP addresses are visible, and their API keys arrive";
}
