import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WrittenStep } from '../builder/step-tree.ts';

const waitMs = 400;

/** Errors and warnings that the server finds in the steps, shortly after the last change; undefined until the first check. */
export function useStepCheck(steps: readonly WrittenStep[]) {
  const [settled] = useDebouncedValue(steps, waitMs);
  const { data } = useQuery({
    queryKey: ['POST /workflows/check', settled],
    queryFn: ({ signal }) => call('POST /workflows/check', { body: { steps: [...settled] } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
