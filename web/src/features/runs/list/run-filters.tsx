import { ActionIcon, Button, Stack, UnstyledButton } from '@mantine/core';
import { IconChartBar, IconFilter, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { statusColor } from '../../../components/chips/status-chip.tsx';
import { FilterRow } from '../../../components/fields/filter-row.tsx';
import { PeriodFields } from '../../../components/fields/period-choice.tsx';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { WorkflowChoice } from '../../../components/fields/workflow-choice.tsx';
import { fadeEdges } from '../../../components/navigation/use-scrolling-row.ts';
import { Popup } from '../../../components/page/popup.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { type FilteredStatus, type RunsSearch, readRunsSearch, statusesIn } from '../runs-search.ts';
import classes from './run-list.module.css';
import { useRunTotals } from './use-runs.ts';

const { filters: texts } = runsListTexts;

interface FilterProps {
  readonly search: RunsSearch;
  readonly onSearch: (next: RunsSearch) => void;
}

type Change = { readonly [Key in keyof RunsSearch]: RunsSearch[Key] | undefined };

/**
 * The filters of the run list: search, workflow, statuses and time range. On a phone, workflow and time range are behind
 * one button, and another one shows the charts. On a wide screen, the time range is in the page's bars.
 */
export function RunFilters({
  search,
  onSearch,
  hasWorkflow,
  charts,
}: FilterProps & {
  hasWorkflow: boolean;
  charts: { readonly isOpen: boolean; readonly toggle: () => void };
}) {
  const isNarrow = useNarrow();
  const { workflow, ...others } = search;
  const own = hasWorkflow ? others : search;
  const set = (change: Change) => onSearch(readRunsSearch({ ...own, ...change }));
  const isFiltered = Object.keys(own).length > 0;
  return (
    <FilterRow
      onClear={!isNarrow && isFiltered && (() => onSearch({}))}
      // The counts of the statuses arrive later, so next to the other filters they could move to a second line.
      chips={<StatusChoice search={search} onChange={(status) => set({ status })} />}
    >
      <SearchBox
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        search={own.search}
        onSearch={(text) => set({ search: text })}
      />
      {!hasWorkflow && !isNarrow && (
        <WorkflowChoice isLabelHidden workflow={workflow} onChoose={(id) => set({ workflow: id })} />
      )}
      {isNarrow && (
        <>
          <Popup
            label={texts.more}
            size="sm"
            width={280}
            icon={<IconFilter size={16} stroke={1.75} aria-hidden />}
            isFilled={[!hasWorkflow && workflow, own.span, own.from].some(Boolean)}
          >
            {(close) => (
              <Stack gap="sm">
                {!hasWorkflow && (
                  <WorkflowChoice workflow={workflow} onChoose={(id) => set({ workflow: id })} />
                )}
                <PeriodFields period={own} onChange={set} />
                {isFiltered && (
                  <Button
                    variant="subtle"
                    onClick={() => {
                      onSearch({});
                      close();
                    }}
                  >
                    {sharedTexts.clearFilters}
                  </Button>
                )}
              </Stack>
            )}
          </Popup>
          <ActionIcon
            variant={charts.isOpen ? 'light' : 'default'}
            size={40}
            aria-label={runsListTexts.charts.title}
            aria-expanded={charts.isOpen}
            onClick={charts.toggle}
          >
            <IconChartBar size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
      {search.version !== undefined && (
        <Button
          variant="light"
          aria-label={texts.removeVersion(search.version)}
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set({ version: undefined })}
        >
          {texts.version(search.version)}
        </Button>
      )}
    </FilterRow>
  );
}

const offered: readonly FilteredStatus[] = [
  'failed',
  'retried',
  'running',
  'waiting',
  'queued',
  'succeeded',
  'cancelled',
];

/** Filters by any number of statuses. Each one says how many runs have it. */
function StatusChoice({ search, onChange }: { search: RunsSearch; onChange: (status: string) => void }) {
  const chosen = statusesIn(search);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => (row.current ? fadeEdges(row.current) : undefined), []);
  const totals = useRunTotals(search);
  const countOf = (status: FilteredStatus) => totals?.find((one) => one.status === status)?.count ?? 0;
  const toggle = (status: FilteredStatus) =>
    onChange(
      (chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]).join(','),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in every browser
    <div ref={row} role="group" aria-label={texts.status} className={classes.statuses}>
      <UnstyledButton
        className={classes.status ?? ''}
        aria-pressed={chosen.length === 0}
        onClick={() => onChange('')}
      >
        {texts.all}
      </UnstyledButton>
      {offered.map((status) => (
        <UnstyledButton
          key={status}
          className={classes.status ?? ''}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          <i style={{ background: statusColor(status) }} />
          {status === 'retried' ? runsTexts.retried : runsTexts.statuses[status]}
          {countOf(status) > 0 && <b>{countOf(status).toLocaleString()}</b>}
        </UnstyledButton>
      ))}
    </div>
  );
}
