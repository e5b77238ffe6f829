import { median, percentile, rounded } from '../document.ts';
import { backendsOf, cpuUsOf } from './cpu.ts';
import { latencyOf } from './figures.ts';
import type { RateJob } from './load-process.ts';
import type { World } from './setup.ts';

/** The server under load: its process ID, and its application name in the database. */
export interface Loaded {
  readonly pid: number;
  readonly applicationName: string;
}

interface Round {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly cpuUs: Readonly<Record<'process' | 'postgres' | 'load_generator', number>>;
}

/** All rounds of one rate measurement, with the CPU time of all processes involved. */
export class Rate {
  readonly #rounds: Round[] = [];

  /** Loads a server for a while. @returns the number of responses */
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

  /** Returns the median of all rounds, so a single disturbance on the machine doesn't distort the result. */
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
