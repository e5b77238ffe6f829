import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type RunStatus, statusColor } from '../../../components/chips/status-chip.tsx';
import { WorkflowChoice } from '../../../components/fields/workflow-choice.tsx';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { useRunsChart } from '../charts/use-runs-chart.ts';
import { type RunsSearch, readRunsSearch, statusesIn } from '../runs-search.ts';
import { PeriodChoice } from './period-choice.tsx';
import classes from './run-list.module.css';

const { filters: texts } = runsListTexts;
const searchDelayMs = 300;

interface FilterProps {
  readonly search: RunsSearch;
  readonly onSearch: (next: RunsSearch) => void;
}

type Change = { readonly [Key in keyof RunsSearch]: RunsSearch[Key] | undefined };

/** The filters of the run list: search, workflow, statuses and time range. */
export function RunFilters({
  search,
  onSearch,
  hasWorkflow,
  hasPeriod,
}: FilterProps & { hasWorkflow: boolean; hasPeriod: boolean }) {
  const { workflow, ...others } = search;
  const own = hasWorkflow ? others : search;
  const set = (change: Change) => onSearch(readRunsSearch({ ...own, ...change }));
  return (
    <section aria-label={runsTexts.filters} className={classes.filters}>
      <SearchInput search={own.search ?? ''} onChange={(text) => set({ search: text })} />
      {!hasWorkflow && (
        <WorkflowChoice isLabelHidden workflow={workflow} onChoose={(id) => set({ workflow: id })} />
      )}
      {hasPeriod && <PeriodChoice search={own} onChange={set} />}
      <StatusChoice search={search} onChange={(status) => set({ status })} />
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
      {Object.keys(own).length > 0 && (
        <Button variant="subtle" onClick={() => onSearch({})}>
          {texts.clear}
        </Button>
      )}
    </section>
  );
}

/** Searches while the user types. */
function SearchInput({ search, onChange }: { search: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  const apply = useDebouncedCallback(onChange, searchDelayMs);
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={texts.search}
      placeholder={texts.searchPlaceholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={200}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        apply(value.trim());
      }}
    />
  );
}

const offered: readonly RunStatus[] = ['failed', 'running', 'waiting', 'queued', 'succeeded', 'cancelled'];

/** Filters by any number of statuses. Each one says how many runs have it. */
function StatusChoice({ search, onChange }: { search: RunsSearch; onChange: (status: string) => void }) {
  const chosen = statusesIn(search);
  const { data } = useRunsChart(search);
  const countOf = (status: RunStatus) => data?.totals.find((one) => one.status === status)?.count ?? 0;
  const toggle = (status: RunStatus) =>
    onChange(
      (chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]).join(','),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex container in every browser
    <div role="group" aria-label={texts.status} className={classes.statuses}>
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
          {runsTexts.statuses[status]}
          {countOf(status) > 0 && <b>{countOf(status).toLocaleString()}</b>}
        </UnstyledButton>
      ))}
    </div>
  );
}
