import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CallsPart, LoadResult, RateJob, TurnsJob } from './load-process.ts';

/**
 * Limits the size of a message, because receiving a message of many megabytes takes Node.js longer than
 * sending the requests that it contains.
 */
const callsAtOnce = 500;

/** Controls the load generator. Wrong responses are collected here; the run continues and fails at its end. */
export interface Load {
  readonly wrong: string[];
  run(job: RateJob | TurnsJob): Promise<LoadResult>;
  close(): void;
}

export function startLoad(): Load {
  const child = fork(new URL('./load-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  });
  const wrong: string[] = [];
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The load generator exited.');
  });
  ended.catch(() => {});
  return {
    wrong,
    async run(job) {
      const answered = new Promise<LoadResult>((resolve) => {
        child.once('message', (result) => resolve(result as LoadResult));
      });
      if (job.type === 'rate') {
        for (let from = 0; from < job.calls.length; from += callsAtOnce)
          child.send({ type: 'part', calls: job.calls.slice(from, from + callsAtOnce) } satisfies CallsPart);
        child.send({ ...job, calls: [] });
      } else child.send(job);
      const result = await Promise.race([answered, ended]);
      wrong.push(...result.wrong);
      return result;
    },
    close: () => child.kill(),
  };
}
