import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { shortId } from '../../components/runs/short-id.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { runsListTexts as texts } from '../../texts/runs/runs-list.ts';
import { RunsCharts } from './charts/runs-charts.tsx';
import { BulkActions } from './list/bulk-actions.tsx';
import type { ListedRun } from './list/listed-run.ts';
import { NewRuns } from './list/new-runs.tsx';
import { NoRuns } from './list/no-runs.tsx';
import { runColumnsOf } from './list/run-columns.tsx';
import { RunFilters } from './list/run-filters.tsx';
import { useIsUnused } from './list/use-is-unused.ts';
import { useRuns } from './list/use-runs.ts';
import { type RunsSearch, rememberList } from './runs-search.ts';

interface RunsViewProps {
  readonly search: RunsSearch;
  /** Called with all filters when the user changes one. */
  readonly onSearch: (next: RunsSearch) => void;
  /** The workflow whose runs are listed. Without it, the user can filter by workflow. */
  readonly workflow?: number;
}

const keyOf = ({ id }: ListedRun) => id;

/** Returns the name of a run for screen readers. It starts with what its row shows. */
function nameOf({ id, summary, workflow }: ListedRun, isInWorkflow: boolean): string {
  const shown = isInWorkflow ? (summary ?? shortId(id)) : (workflow.name ?? runsTexts.deletedWorkflow);
  return runsTexts.open(escapeBidi(shown), workflow.version, id);
}

/** Lists the latest runs, with charts and filters, updated live. */
export function RunsView({ search: chosen, onSearch, workflow }: RunsViewProps) {
  const search = workflow === undefined ? chosen : { ...chosen, workflow };
  const isNarrow = useNarrow();
  const isUnused = useIsUnused(search);
  const [isChartOpen, { toggle }] = useDisclosure(false);
  useEffect(() => rememberList(search));
  return (
    <Stack gap="md">
      {!isUnused && (
        <RunFilters
          search={search}
          onSearch={onSearch}
          hasWorkflow={workflow !== undefined}
          charts={{ isOpen: isChartOpen, toggle }}
        />
      )}
      {/* On a phone, the list comes first. */}
      {!isUnused && (!isNarrow || isChartOpen) && (
        <RunsCharts search={search} onPick={(from, to) => onSearch({ ...chosen, from, to })} />
      )}
      {/* The key forgets the selection and the new runs of other filters. */}
      <RunList
        key={JSON.stringify(search)}
        search={search}
        isFiltered={Object.keys(chosen).length > 0}
        workflow={workflow}
        onSearch={onSearch}
      />
    </Stack>
  );
}

function RunList({
  search,
  isFiltered,
  workflow,
  onSearch,
}: Pick<RunsViewProps, 'search' | 'onSearch'> & { isFiltered: boolean; workflow: number | undefined }) {
  const isInWorkflow = workflow !== undefined;
  const may = useMay();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { pages, runs, news, isCut, showNew } = useRuns(search);
  const table = (
    <DataTable
      name="runs"
      label={texts.label}
      columns={runColumnsOf(isInWorkflow)}
      rows={runs}
      keyOf={keyOf}
      nameOf={(run) => nameOf(run, isInWorkflow)}
      linkOf={(run) => ({
        to: '/runs/$id',
        params: { id: run.id },
        'aria-label': nameOf(run, isInWorkflow),
      })}
      {...(may('runs.retry') && { selection: { selected, onChange: setSelected } })}
      notice={<NewRuns count={news} onShow={showNew} />}
      footer={runs && texts.count(runs.length, !pages.hasNextPage)}
    />
  );
  return (
    <>
      {isCut && (
        <Text size="xs" c="dimmed" role="status">
          {texts.filters.searchCut}
        </Text>
      )}
      <Loaded result={pages} placeholder={table}>
        {() =>
          runs?.length === 0 ? (
            <NoRuns
              isFiltered={isFiltered}
              workflow={workflow}
              onShowMonth={() => onSearch({ span: 'month' })}
            />
          ) : (
            table
          )
        }
      </Loaded>
      <MoreButton pages={pages} />
      <BulkActions
        runs={(runs ?? []).filter(({ id }) => selected.has(id))}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}
