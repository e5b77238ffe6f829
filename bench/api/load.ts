import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadResult, RateJob, TurnsJob } from './load-process.ts';

/** The load generator, seen from the benchmark. Wrong answers gather here; the run goes on and fails at its end. */
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
    throw new Error('The load generator ended.');
  });
  ended.catch(() => {});
  return {
    wrong,
    async run(job) {
      const answered = new Promise<LoadResult>((resolve) => {
        child.once('message', (result) => resolve(result as LoadResult));
      });
      child.send(job);
      const result = await Promise.race([answered, ended]);
      wrong.push(...result.wrong);
      return result;
    },
    close: () => child.kill(),
  };
}
