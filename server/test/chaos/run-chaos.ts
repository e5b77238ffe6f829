import { copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { Backlog } from './backlog.ts';
import { type ChaosDocument, describeRun, type Struck } from './document.ts';
import { type Fault, faultsOf } from './faults.ts';
import { balance } from './ledger.ts';
import { Load } from './load.ts';
import type { Plan } from './plan.ts';
import { readStored } from './read-ledger.ts';
import type { Stage } from './stage.ts';
import { startStage } from './start-stage.ts';
import { calm, Watch } from './watch.ts';

/** What a run is told beside its plan. */
interface ChaosOptions {
  readonly plan: Plan;
  progress(line: string): void;
  /** Gives the run up; everything that it started is ended. */
  readonly signal?: AbortSignal;
}

/** Does everything of the plan to a product of its own, under load, and draws up the ledger. */
export async function runChaos(options: ChaosOptions): Promise<ChaosDocument> {
  const startedAt = performance.now();
  options.progress('starting PostgreSQL, Redis, the engine, serve and work');
  const stage = await startStage(options.plan);
  try {
    const document = await new ChaosRun(options, stage, startedAt).execute();
    if (document.wrong.length > 0) keepLog(stage, options);
    return document;
  } finally {
    await stage.parts.remove();
  }
}

class ChaosRun {
  readonly #options: ChaosOptions;
  readonly #stage: Stage;
  readonly #startedAt: number;
  readonly #watch = new Watch();
  readonly #struck: Struck[] = [];
  readonly #backlog: Backlog;

  constructor(options: ChaosOptions, stage: Stage, startedAt: number) {
    this.#options = options;
    this.#stage = stage;
    this.#startedAt = startedAt;
    this.#backlog = new Backlog(stage.parts.database);
  }

  async execute(): Promise<ChaosDocument> {
    const { plan, progress } = this.#options;
    const { listenerUrl, database, partner } = this.#stage.parts;
    const load = new Load(listenerUrl, plan, this.#watch);
    try {
      await this.#wait(plan.calmMs);
      for (const fault of faultsOf(plan)) await this.#strike(fault, load);
      this.#watch.begin(calm, performance.now());
      while (load.accepted < plan.leastAccepted) await this.#wait(100);
      await load.stop();
      progress(`${load.accepted} accepted; waiting until every run is final`);
      const loadEndedAt = await this.#drain();
      progress('drawing up the ledger');
      const { runs, leads } = await readStored(database);
      return describeRun({
        plan,
        ledger: balance(load.deliveries, runs, leads, partner.calls),
        views: this.#watch.views(),
        struck: this.#struck,
        samples: this.#backlog.samples,
        loadEndedAt,
        seconds: (performance.now() - this.#startedAt) / 1000,
      });
    } finally {
      load.abandon();
      await this.#backlog.stop();
    }
  }

  /** One fault, until the product is whole again and nobody waits any more for what was sent before that. */
  async #strike(fault: Fault, load: Load): Promise<void> {
    const unfinished = this.#backlog.samples.at(-1)?.unfinished ?? 0;
    this.#options.progress(`${fault.name} (${load.accepted} accepted, ${unfinished} not final)`);
    const from = Date.now();
    this.#watch.begin(fault.name, performance.now());
    await fault.strike(this.#stage, (ms) => this.#wait(ms));
    const until = Date.now();
    const wholeAt = performance.now();
    await eventually(() => load.isAnsweredBefore(wholeAt));
    this.#struck.push({ fault, from, until });
    await this.#wait(this.#options.plan.calmMs);
  }

  /** What is not final in time is the ledger's to tell. @returns since when nothing more was sent */
  async #drain(): Promise<number> {
    const since = Date.now();
    const deadline = since + this.#options.plan.drainTimeoutMs;
    const isFinal = () => this.#backlog.samples.some(({ at, unfinished }) => at > since && unfinished === 0);
    while (!isFinal() && Date.now() < deadline) await this.#wait(100);
    return since;
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#options.signal });
  }
}

/** Whoever has to find out what went wrong needs what the processes said. */
function keepLog({ parts }: Stage, { progress }: ChaosOptions): void {
  const kept = join(tmpdir(), `hark-chaos-${process.pid}.log`);
  copyFileSync(parts.logFile, kept);
  progress(`what the processes said is in ${kept}`);
}
