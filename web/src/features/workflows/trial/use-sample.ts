import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '../../../api/queries.ts';
import { readObject, type Sample } from './sample.ts';

const defaultData = '{\n  "email": "ann@example.com",\n  "first_name": "Ann",\n  "last_name": "Lee"\n}';

/** Returns the data for previews and tests: the run in the URL, or else the latest run, or else custom data. */
export function useSample(
  workflow: number,
  run: string | undefined,
  setRun: (run: string | undefined) => void,
) {
  const [text, setText] = useState(defaultData);
  const [isCustom, setCustom] = useState(false);
  const listed = useQuery(query('GET /workflows/:id/samples', { params: { id: workflow } }));
  const newest = listed.data?.samples[0]?.id;
  const chosen = isCustom ? undefined : (run ?? newest);
  const stored = useQuery({
    ...query('GET /workflows/:id/samples/:run', { params: { id: workflow, run: chosen ?? '' } }),
    enabled: chosen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Ignore a run that was deleted or belongs to another workflow.
  useEffect(() => {
    if (stored.error && run !== undefined) setRun(undefined);
  }, [stored.error, run, setRun]);
  const sample: Sample = chosen === undefined ? { kind: 'data', text } : { kind: 'run', run: chosen };
  const choose = (next: Sample) => {
    setCustom(next.kind === 'data');
    if (next.kind === 'run') setRun(next.run);
    else {
      setRun(undefined);
      if (sample.kind === 'data') setText(next.text);
    }
  };
  return {
    sample,
    choose,
    isLoading: listed.isLoading || stored.isLoading,
    input: sample.kind === 'data' ? (readObject(text) ?? {}) : (stored.data?.input ?? {}),
    outputs: sample.kind === 'data' ? {} : (stored.data?.outputs ?? {}),
  };
}
