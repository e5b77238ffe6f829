import { judge, type Measured } from '../document.ts';
import { bars } from './bars.ts';
import { type CompleteEffort, measureCompleting } from './complete.ts';
import { withCompletionSetup } from './completion-setup.ts';
import { measureSleeping, putDue, type SleepEffort } from './sleeping.ts';

export interface RunEffort {
  readonly completing: CompleteEffort;
  readonly sleeping: SleepEffort;
}

const napMs = 35_000;

export const runEffortOf = (quick: boolean): RunEffort =>
  quick
    ? {
        completing: { rounds: 3, runs: 300 },
        sleeping: { runs: 300, due: 100, napMs, seconds: 20, restMs: 1_000, isDueFirst: true },
      }
    : {
        completing: { rounds: 5, runs: 3_000 },
        sleeping: { runs: 200_000, due: 10_000, napMs, seconds: 1_200, restMs: 20_000, isDueFirst: false },
      };

/** A rate that any machine can keep up with. */
const modestPerSecond = 30;

/** Measures what happens to accepted requests, and adds the results to those for accepting requests. */
export async function withRuns(
  accepting: () => Promise<Measured>,
  { completing, sleeping }: RunEffort,
  progress: (line: string) => void,
): Promise<Measured> {
  return withCompletionSetup(async (world) => {
    const { due: runs, seconds, napMs } = sleeping;
    const early = sleeping.isDueFirst
      ? await putDue(world, { runs, seconds, napMs, perSecond: modestPerSecond }, progress)
      : undefined;
    const document = await accepting();
    const completed = await measureCompleting(world, completing, progress);
    const slept = await measureSleeping(world, sleeping, progress, early);
    const ratios = { ...document.ratios, ...completed.ratios, ...slept.ratios };
    return {
      ...document,
      data: { ...document.data, completing, sleeping: slept.data },
      figures: { ...document.figures, ...completed.figures, sleeping: slept.figures },
      ratios,
      ...judge(ratios, bars),
      wrong: [...(document.wrong ?? []), ...world.load.wrong],
    };
  });
}
