import { type LogLine, levelOf, severityOf } from '../../lib/process/log-lines.ts';

interface Wanted {
  readonly request: string | undefined;
  readonly run: string | undefined;
  readonly level: string;
  readonly since: Date | undefined;
}

/** Maximum number of buffered lines from runs whose request isn't known yet. */
const maxHeld = 10_000;

/**
 * Selects log lines. A request's log line contains its run ID, so filtering by a request also shows its run's
 * lines, and the other way around. If the caller waited for the workflow's response, the run's lines are logged
 * before the request's line. They are therefore buffered until the request is known.
 */
export class LogFilter {
  readonly #wanted: Wanted;
  readonly #least: number;
  readonly #runs = new Set<unknown>();
  #held: LogLine[] = [];

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#least = severityOf(wanted.level);
    if (wanted.run !== undefined) this.#runs.add(wanted.run);
  }

  /** Returns the lines to print now: none, only this line, or the buffered lines followed by this line. */
  take(line: LogLine): readonly LogLine[] {
    const { request, run } = this.#wanted;
    if (request === undefined && run === undefined) return this.#isWanted(line) ? [line] : [];
    const runId = line.values?.get('run_id');
    if (request !== undefined && line.values?.get('request_id') === request) {
      const earlier = this.#learn(runId);
      return this.#isWanted(line) ? [...earlier, line] : earlier;
    }
    if (runId === undefined || !this.#isWanted(line)) return [];
    if (this.#runs.has(runId)) return [line];
    if (request !== undefined) this.#held.push(line);
    if (this.#held.length > maxHeld) this.#held = this.#held.slice(maxHeld / 2);
    return [];
  }

  #learn(runId: unknown): readonly LogLine[] {
    if (runId === undefined) return [];
    this.#runs.add(runId);
    const earlier = this.#held.filter(({ values }) => values?.get('run_id') === runId);
    this.#held = this.#held.filter((line) => !earlier.includes(line));
    return earlier;
  }

  #isWanted({ values }: LogLine): boolean {
    const { since } = this.#wanted;
    if (!values) return since === undefined && this.#least <= 10;
    if (severityOf(levelOf(values)) < this.#least) return false;
    return since === undefined || Date.parse(String(values.get('time'))) >= since.getTime();
  }
}
