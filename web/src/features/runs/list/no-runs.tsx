import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../api/queries.ts';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { periodTexts } from '../../../texts/periods.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts as texts } from '../../../texts/runs/runs-list.ts';

/** Shown instead of an empty list: nothing matches, nothing ran lately, or nothing ran ever. */
export function NoRuns({
  isFiltered,
  workflow,
  onShowMonth,
}: {
  isFiltered: boolean;
  /** The workflow whose tab the list is. */
  workflow: number | undefined;
  onShowMonth: () => void;
}) {
  const isInWorkflow = workflow !== undefined;
  const { data } = useQuery({
    ...query('GET /runs', { query: isInWorkflow ? { workflow } : {} }),
    enabled: !isFiltered,
  });
  if (isFiltered)
    return <EmptyState isCompact={isInWorkflow} title={texts.noneFit} text={texts.noneFitHelp} />;
  if (data && data.runs.length > 0)
    return (
      <EmptyState
        isCompact={isInWorkflow}
        title={texts.noneNow(periodTexts.spanNames.day)}
        text={texts.noneNowHelp}
        action={<Button onClick={onShowMonth}>{texts.showMonth}</Button>}
      />
    );
  return (
    <EmptyState
      isCompact={isInWorkflow}
      drawing="run"
      title={runsTexts.none}
      text={runsTexts.noneHelp}
      action={
        <Button component={Link} to="/workflows">
          {runsTexts.toWorkflows}
        </Button>
      }
      guide="console/runs.md#the-run-list"
    />
  );
}
