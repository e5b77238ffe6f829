import { median, percentile, rounded } from '../document.ts';
import { backendsOf, cpuUsOf } from './cpu.ts';
import { latencyOf } from './figures.ts';
import type { RateJob } from './load-process.ts';
import type { World } from './world.ts';

/** Who is loaded: its process, and the name under which it connects to the database. */
export interface Loaded {
  readonly pid: number;
  readonly applicationName: string;
}

interface Round {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly cpuUs: Readonly<Record<'process' | 'postgres' | 'load_generator', number>>;
}

/** The rounds of one rate, with the CPU time of everybody who took part. */
export class Rate {
  readonly #rounds: Round[] = [];

  /** Loads a server for a while. @returns how many requests were answered */
  async measure(
    world: Pick<World, 'client' | 'load'>,
    loaded: Loaded,
    job: Omit<RateJob, 'type'>,
  ): Promise<number> {
    const backends = await backendsOf(world.client, loaded.applicationName);
    const before = { process: cpuUsOf([loaded.pid]), postgres: cpuUsOf(backends) };
    const result = await world.load.run({ type: 'rate', ...job });
    const after = { process: cpuUsOf([loaded.pid]), postgres: cpuUsOf(backends) };
    const latencies = result.latencies.flat();
    this.#rounds.push({
      perSecond: latencies.length / result.seconds,
      latencies,
      cpuUs: {
        process: (after.process - before.process) / latencies.length,
        postgres: (after.postgres - before.postgres) / latencies.length,
        load_generator: result.cpuUs / latencies.length,
      },
    });
    return latencies.length;
  }

  perSecond(): number {
    return median(this.#rounds.map((round) => round.perSecond));
  }

  /** The median of the rounds: one bad moment of the machine is not a figure of anybody's. */
  p99Ms(): number {
    return median(this.#rounds.map((round) => percentile(round.latencies, 0.99)));
  }

  figure() {
    const cpu = (whose: keyof Round['cpuUs']) =>
      Math.round(median(this.#rounds.map((round) => round.cpuUs[whose])));
    return {
      per_second: rounded(this.perSecond(), 1),
      ...latencyOf(this.#rounds.flatMap((round) => round.latencies)),
      cpu_us_per_request: {
        process: cpu('process'),
        postgres: cpu('postgres'),
        load_generator: cpu('load_generator'),
      },
    };
  }
}
