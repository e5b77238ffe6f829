import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { eventually } from '../eventually.ts';

const shipped = (name: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/** The state of an active alert. */
export type AlertState = 'pending' | 'firing';

/** A series in a graph: Unix times in seconds, and values. */
export type Line = readonly (readonly [at: number, value: number])[];

/** A Prometheus with the shipped configuration that scrapes every second. */
export interface OwnPrometheus {
  readonly version: string;
  /** Returns the pending and firing alerts by name. */
  alerts(): Promise<ReadonlyMap<string, AlertState>>;
  /** Returns the current values of an expression, by the label `cell`. */
  byCell(expression: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the values of an expression since the given time. */
  graph(expression: string, since: Date): Promise<readonly Line[]>;
  remove(): Promise<void>;
}

/**
 * @param ports the metrics ports of `serve` and `work`
 * @param speed the factor by which to shorten each alert's `for` duration and lookback window; thresholds in
 *   seconds stay unchanged
 */
export const startOwnPrometheus = (
  ports: { readonly serve: number; readonly work: number },
  speed: number,
): Promise<OwnPrometheus> =>
  start('prometheus.yml', { 'serve:9090': ports.serve, 'work:9091': ports.work }, speed);

/** Starts the Prometheus for two cells, eu1 and eu2. @param ports the metrics ports of their `serve` processes */
export const startCellsPrometheus = ([first, second]: readonly [number, number]): Promise<OwnPrometheus> =>
  start('prometheus-cells.yml', { '10.0.0.1:9090': first, '10.0.1.1:9090': second }, 1);

/** @param ports the port on this machine, by the target in the shipped configuration */
async function start(
  name: string,
  ports: Readonly<Record<string, number>>,
  speed: number,
): Promise<OwnPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-prometheus-'));
  const [port, output] = [await freePort(), { text: '' }];
  for (const rules of ['alerts.yml', 'cells.yml'])
    writeFileSync(join(folder, rules), shortened(shipped(rules), speed));
  const configuration = Object.entries(ports).reduce(
    (text, [target, scraped]) => text.replace(target, `127.0.0.1:${scraped}`),
    shipped(name).replaceAll('15s', '1s'),
  );
  writeFileSync(join(folder, 'prometheus.yml'), configuration);
  const running = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  running.on('error', ({ message }) => (output.text += message));
  running.stderr?.on('data', (chunk: Buffer) => (output.text += chunk));
  const ask = async <Data>(path: string): Promise<Data> => {
    if (hasEnded(running)) throw new Error(`prometheus has ended: ${output.text.slice(-2_000)}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      signal: AbortSignal.timeout(10_000),
    });
    const { status, data, error } = (await answer.json()) as { status: string; data: Data; error?: string };
    if (status !== 'success') throw new Error(`Prometheus does not answer ${path}: ${error}`);
    return data;
  };
  const version = async () => (await ask<{ version: string }>('status/buildinfo')).version;
  return {
    version: await eventually(version),
    alerts: async () => statesOf(await ask<Alerts>('alerts')),
    async byCell(expression) {
      const { result } = await ask<Vector>(`query?${new URLSearchParams({ query: expression })}`);
      return new Map(result.map(({ metric, value }) => [metric.cell ?? '', Number(value[1])]));
    },
    async graph(expression, since) {
      const [start, end] = [since.getTime() / 1000, Date.now() / 1000];
      const asked = { query: expression, start: `${start}`, end: `${end}`, step: '5' };
      const { result } = await ask<Matrix>(`query_range?${new URLSearchParams(asked)}`);
      return result.map(({ values }) => values.map(([at, value]) => [at, Number(value)]));
    },
    async remove() {
      if (!hasEnded(running)) {
        const ended = once(running, 'exit');
        running.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Alerts {
  readonly alerts: readonly { readonly state: AlertState; readonly labels: { readonly alertname: string } }[];
}
interface Vector {
  readonly result: readonly {
    readonly metric: { readonly cell?: string };
    readonly value: readonly [number, string];
  }[];
}
interface Matrix {
  readonly result: readonly { readonly values: readonly (readonly [number, string])[] }[];
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;

/** An alert can be active for several processes. It counts as firing if it fires for any of them. */
function statesOf({ alerts }: Alerts): ReadonlyMap<string, AlertState> {
  const states = new Map<string, AlertState>();
  for (const { labels, state } of alerts)
    if (states.get(labels.alertname) !== 'firing') states.set(labels.alertname, state);
  return states;
}

const shortened = (rules: string, speed: number): string =>
  rules.replace(
    /(for: |\[)(\d+)m/g,
    (_, before: string, minutes: string) => `${before}${(Number(minutes) * 60) / speed}s`,
  );
