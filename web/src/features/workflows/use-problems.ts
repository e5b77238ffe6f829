import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { WrittenStep } from './builder/step-tree.ts';

const waitMs = 400;

/** What the server finds wrong with the steps, a moment after they stand still; undefined until it said so once. */
export function useProblems(steps: readonly WrittenStep[]) {
  const [settled] = useDebouncedValue(steps, waitMs);
  const { data } = useQuery({
    queryKey: ['POST /workflows/check', settled],
    queryFn: ({ signal }) => call('POST /workflows/check', { body: { steps: [...settled] } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.problems;
}
