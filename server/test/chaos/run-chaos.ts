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

/** The options of a run, in addition to its plan. */
interface ChaosOptions {
  readonly plan: Plan;
  progress(line: string): void;
  /** Aborts the run and stops everything that it started. */
  readonly signal?: AbortSignal;
}

/** Starts an installation, carries out the plan under load, and checks the ledger. */
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
      while (load.accepted < plan.minAccepted) await this.#wait(100);
      await load.stop();
      progress(`${load.accepted} accepted; waiting until every run has finished`);
      const loadEndedAt = await this.#drain();
      progress('checking the ledger');
      const { runs, leads, followUps, totals } = await readStored(database);
      return describeRun({
        plan,
        ledger: balance(load.deliveries, runs, leads, partner.calls, {
          runs: followUps,
          events: partner.events,
        }),
        totals,
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

  /** Causes one fault, then waits for recovery and for the requests sent before the fault. */
  async #strike(fault: Fault, load: Load): Promise<void> {
    const unfinished = this.#backlog.samples.at(-1)?.unfinished ?? 0;
    this.#options.progress(`${fault.name} (${load.accepted} accepted, ${unfinished} unfinished)`);
    const from = Date.now();
    this.#watch.begin(fault.name, performance.now());
    await fault.strike(this.#stage, (ms) => this.#wait(ms));
    const until = Date.now();
    const wholeAt = performance.now();
    await eventually(() => load.isAnsweredBefore(wholeAt));
    this.#struck.push({ fault, from, until });
    await this.#wait(this.#options.plan.calmMs);
  }

  /**
   * Waits until all runs have finished and all events are delivered, or until nothing has finished for too long. The
   * ledger reports what is left. @returns when the last request was sent
   */
  async #drain(): Promise<number> {
    const since = Date.now();
    let progressAt = since;
    let least = Number.POSITIVE_INFINITY;
    while (least > 0 && Date.now() - progressAt < this.#options.plan.stalledAfterMs) {
      await this.#wait(100);
      const sample = this.#backlog.samples.at(-1);
      const left = sample && sample.at > since ? sample.unfinished + sample.undelivered : least;
      if (left < least) {
        least = left;
        progressAt = Date.now();
      }
    }
    return since;
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#options.signal });
  }
}

/** Keeps the logs of the processes for debugging. */
function keepLog({ parts }: Stage, { progress }: ChaosOptions): void {
  const kept = join(tmpdir(), `hark-chaos-${process.pid}.log`);
  copyFileSync(parts.logFile, kept);
  progress(`the logs of the processes are in ${kept}`);
}
