import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { builderPathOf, type StepPath, type WrittenStep } from '../builder/step-tree.ts';

const waitMs = 400;

/**
 * Returns the errors and warnings that the server finds in the steps. The check runs shortly after each change. Undefined
 * until the first check.
 */
export function useStepCheck(workflow: number, steps: readonly WrittenStep[]) {
  const [settled] = useDebouncedValue(steps, waitMs);
  const { data } = useQuery({
    queryKey: ['POST /workflows/check', workflow, settled],
    queryFn: async ({ signal }) => {
      const found = await call('POST /workflows/check', { body: { workflow, steps: [...settled] } }, signal);
      return { ...found, problems: found.problems.map(placed), warnings: found.warnings.map(placed) };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

const placed = <T extends { path: StepPath }>(finding: T) => ({
  ...finding,
  path: [...builderPathOf(finding.path)],
});
