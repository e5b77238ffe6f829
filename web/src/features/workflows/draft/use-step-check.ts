import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WrittenStep } from '../builder/step-tree.ts';

const waitMs = 400;

/**
 * Returns the errors and warnings that the server finds in the steps. The check runs shortly after each change. Undefined
 * until the first check.
 */
export function useStepCheck(workflow: number, steps: readonly WrittenStep[]) {
  const [settled] = useDebouncedValue(steps, waitMs);
  const { data } = useQuery({
    queryKey: ['POST /workflows/check', workflow, settled],
    queryFn: ({ signal }) =>
      call('POST /workflows/check', { body: { workflow, steps: [...settled] } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
