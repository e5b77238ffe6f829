import { useQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import type { Sample } from './sample.ts';

type Figures = ApiResponse<'GET /workflows/:id/figures'>;
export type StepFigures = Figures['steps'][number];

/** What the cards show: nothing, the last 24 hours, or the run that is the sample. */
export type OverlayKind = 'none' | 'day' | 'run';

/** How often each step ran, by name. `isCut` means that only the newest runs were counted. */
export interface Overlay {
  readonly runs: number;
  readonly isCut: boolean;
  readonly steps: ReadonlyMap<string, StepFigures>;
}

const refreshMs = 15_000;

/** Returns undefined while there is nothing to show. */
export function useOverlay(workflow: number, kind: OverlayKind, sample: Sample): Overlay | undefined {
  const run = kind === 'run' && sample.kind === 'run' ? sample.run : undefined;
  const isShown = kind === 'day' || run !== undefined;
  const { data } = useQuery({
    ...query('GET /workflows/:id/figures', {
      params: { id: workflow },
      query: run === undefined ? {} : { run },
    }),
    enabled: isShown,
    refetchInterval: kind === 'day' ? refreshMs : false,
  });
  if (!isShown || !data) return undefined;
  return {
    runs: data.runs,
    isCut: data.is_cut,
    steps: new Map(data.steps.map((figures) => [figures.name, figures])),
  };
}
