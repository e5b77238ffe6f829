// Measures what a run of tests costs, from Linux's /proc: the CPU time of every process on the machine, by program.
// Processes are read every 100 ms. The rest of the machine's CPU time, such as that of processes that were too short
// to be seen, counts as "other".

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const INTERVAL_MS = 100;
const TICKS_PER_SECOND = 100;
/** If the whole machine uses less than this part of one core, the tests are waiting. */
const WAITING_BELOW = 0.1;
/** A new process has its parent's name until it starts its own program. */
const SETTLED_MS = 1_000;

const PROGRAMS: Readonly<Record<string, RegExp>> = {
  node: /^(node|npm|vitest)/,
  postgres: /^postgres/,
  engine: /^restate-server/,
  browser: /^chrom/,
};

/** Totals since the start, in seconds, and numbers of started processes. */
export interface Cost {
  wall: number;
  waiting: number;
  node: number;
  postgres: number;
  engine: number;
  browser: number;
  other: number;
  /** Started commands of Hark. */
  commands: number;
  /** Started engines. Each belongs to a whole installation. */
  engines: number;
}

interface Seen {
  ticks: number;
  words: readonly string[];
  readonly firstSeen: number;
}

export class ProcessTimes {
  readonly #cost: Cost = {
    wall: 0,
    waiting: 0,
    node: 0,
    postgres: 0,
    engine: 0,
    browser: 0,
    other: 0,
    commands: 0,
    engines: 0,
  };
  #processes = new Map<string, Seen>();
  #busyTicks = busyTicks();
  #readAt = performance.now();
  readonly #timer = setInterval(() => this.#read(), INTERVAL_MS);

  constructor() {
    this.#read();
    for (const seen of this.#processes.values()) this.#count(seen.words, -1);
  }

  /** The totals so far. */
  get cost(): Readonly<Cost> {
    this.#read();
    return { ...this.#cost };
  }

  /** @returns the cost since an earlier reading */
  since(before: Readonly<Cost>): Cost {
    const now = this.cost;
    const names = Object.keys(now) as (keyof Cost)[];
    return Object.fromEntries(
      names.map((name) => [name, Math.round(10 * (now[name] - before[name])) / 10]),
    ) as unknown as Cost;
  }

  /** @returns whether a process runs this file, as `node … /path/of/FILE` */
  isRunning(file: string): boolean {
    const runs = (words: readonly string[]) =>
      words
        .filter((word) => word !== '')
        .at(-1)
        ?.endsWith(`/${file}`) && !words.includes('--test');
    return [...this.#processes.values()].some(({ words }) => runs(words));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #read(): void {
    const now = performance.now();
    const seconds = (now - this.#readAt) / 1000;
    const busy = busyTicks();
    let other = (busy - this.#busyTicks) / TICKS_PER_SECOND;
    if (other < WAITING_BELOW * seconds) this.#cost.waiting += seconds;
    const running = new Map<string, Seen>();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const stat = readProcess(pid);
      if (!stat) continue;
      const before = this.#processes.get(stat.key);
      const seen = before ?? { ticks: 0, words: [], firstSeen: now };
      if (now - seen.firstSeen < SETTLED_MS) seen.words = this.#wordsOf(pid, seen.words);
      const used = before || this.#processes.size > 0 ? (stat.ticks - seen.ticks) / TICKS_PER_SECOND : 0;
      seen.ticks = stat.ticks;
      const program = programOf(seen.words);
      if (program) {
        this.#cost[program] += used;
        other -= used;
      }
      running.set(stat.key, seen);
    }
    this.#cost.other += other;
    this.#cost.wall += seconds;
    this.#processes = running;
    this.#busyTicks = busy;
    this.#readAt = now;
  }

  #wordsOf(pid: string, before: readonly string[]): readonly string[] {
    const words = read(`/proc/${pid}/cmdline`).split('\0');
    if (words.join() === before.join()) return before;
    this.#count(before, -1);
    this.#count(words, 1);
    return words;
  }

  #count(words: readonly string[], by: 1 | -1): void {
    if (programOf(words) === 'engine') this.#cost.engines += by;
    if (/(main\.[jt]s|hark\.js)$/.test(words[1] ?? '')) this.#cost.commands += by;
  }
}

function programOf([first = '']: readonly string[]): 'node' | 'postgres' | 'engine' | 'browser' | undefined {
  const name = basename(first.split(' ')[0] ?? '');
  const found = Object.entries(PROGRAMS).find(([, pattern]) => pattern.test(name));
  return found?.[0] as 'node' | 'postgres' | 'engine' | 'browser' | undefined;
}

function readProcess(pid: string): { key: string; ticks: number } | undefined {
  // The name in parentheses can contain spaces, so fields count from the last parenthesis.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system, startedAt] = [fields[11], fields[12], fields[19]];
  return startedAt === undefined
    ? undefined
    : { key: `${pid} ${startedAt}`, ticks: Number(user) + Number(system) };
}

/** The machine's CPU time in user code and in the kernel. */
function busyTicks(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = read('/proc/stat')
    .split(/\s+/, 8)
    .slice(1)
    .map(Number);
  return user + nice + system + interrupts + softInterrupts;
}

/** @returns an empty string if the process has exited */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
