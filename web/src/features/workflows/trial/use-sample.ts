import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '../../../api/queries.ts';
import { readObject, type Sample } from './sample.ts';

const madeUp = '{\n  "email": "ann@example.com",\n  "first_name": "Ann",\n  "last_name": "Lee"\n}';

/** What a workflow is looked at with: the run in the address, else its newest, else data that is made up. */
export function useSample(
  workflow: number,
  run: string | undefined,
  setRun: (run: string | undefined) => void,
) {
  const [text, setText] = useState(madeUp);
  const [isMade, setMade] = useState(false);
  const { data: listed } = useQuery(query('GET /workflows/:id/samples', { params: { id: workflow } }));
  const newest = listed?.samples[0]?.id;
  const chosen = isMade ? undefined : (run ?? newest);
  const stored = useQuery({
    ...query('GET /workflows/:id/samples/:run', { params: { id: workflow, run: chosen ?? '' } }),
    enabled: chosen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A run that is gone, or another workflow's, is not looked at.
  useEffect(() => {
    if (stored.error && run !== undefined) setRun(undefined);
  }, [stored.error, run, setRun]);
  const sample: Sample = chosen === undefined ? { kind: 'data', text } : { kind: 'run', run: chosen };
  const choose = (wanted: Sample) => {
    setMade(wanted.kind === 'data');
    if (wanted.kind === 'run') setRun(wanted.run);
    else {
      setRun(undefined);
      if (sample.kind === 'data') setText(wanted.text);
    }
  };
  return {
    sample,
    choose,
    input: sample.kind === 'data' ? (readObject(text) ?? {}) : (stored.data?.input ?? {}),
    outputs: sample.kind === 'data' ? {} : (stored.data?.outputs ?? {}),
  };
}
