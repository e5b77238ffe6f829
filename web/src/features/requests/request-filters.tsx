import { NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { defaultSpan, type Span, spans } from '../../components/charts/span.ts';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { SearchBox } from '../../components/fields/search-box.tsx';
import { WorkflowChoice } from '../../components/fields/workflow-choice.tsx';
import { Popup } from '../../components/page/popup.tsx';
import { periodTexts } from '../../texts/periods.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { ActiveFilters } from './active-filters.tsx';
import classes from './requests.module.css';
import {
  methods,
  type RequestSearch,
  type SearchChange,
  type SetSearch,
  statusClasses,
  withoutEmpty,
} from './search.ts';

const { filters: texts, reasons } = requestsTexts;

/** The filters, which are kept in the URL. */
export function RequestFilters({
  search,
  onSearch,
  counts,
  hasWorkflow,
  hasPeriod,
}: {
  search: RequestSearch;
  onSearch: SetSearch;
  counts: { readonly accepted: number; readonly refused: number } | undefined;
  /** Whether users can choose a workflow. */
  hasWorkflow: boolean;
  /** Whether the time range is among the filters. Otherwise it is in the page's bars. */
  hasPeriod: boolean;
}) {
  // Another selection of requests starts at its newest one.
  const set = (part: SearchChange) =>
    onSearch(withoutEmpty({ ...search, open: undefined, ...part }), { replace: true });
  return (
    <FilterRow
      end={
        hasPeriod && (
          <NativeSelect
            aria-label={periodTexts.label}
            value={search.span ?? defaultSpan}
            onChange={({ currentTarget }) =>
              set({ span: currentTarget.value as Span, from: undefined, to: undefined })
            }
            data={spans.map((value) => ({ value, label: periodTexts.spans[value] }))}
          />
        )
      }
      chips={<ActiveFilters search={search} onChange={set} />}
      onClear={Object.keys(search).some((key) => key !== 'open') && (() => onSearch({}))}
    >
      <SearchBox
        label={hasWorkflow ? texts.search : texts.searchInWorkflow}
        search={search.q}
        onSearch={(text) => set({ q: text || undefined })}
      />
      <Popup
        label={texts.more}
        size="sm"
        width={280}
        icon={<IconFilter size={16} stroke={1.75} />}
        isFilled={[search.method, search.status, search.reason, search.workflow].some(Boolean)}
      >
        {() => (
          <Stack gap="sm">
            {hasWorkflow && (
              <WorkflowChoice workflow={search.workflow} onChoose={(workflow) => set({ workflow })} />
            )}
            <Choice
              label={texts.method}
              value={search.method}
              choices={methods.map((method) => [method, method])}
              onChoose={(method) => set({ method })}
            />
            <Choice
              label={texts.status}
              value={search.status === undefined ? undefined : String(search.status)}
              choices={statusClasses.map((status) => [String(status), texts.statusClass(status)])}
              onChoose={(status) => set({ status: status === undefined ? undefined : Number(status) })}
            />
            <Choice
              label={texts.reason}
              value={search.reason}
              choices={Object.entries(reasons)}
              onChoose={(reason) => set({ reason })}
            />
          </Stack>
        )}
      </Popup>
      <SegmentedControl
        aria-label={texts.kind}
        value={search.kind ?? ''}
        onChange={(chosen) =>
          set({ kind: chosen === '' ? undefined : (chosen as 'accepted' | 'refused'), reason: undefined })
        }
        data={[
          { value: '', label: texts.kinds.all },
          { value: 'accepted', label: kindLabel('accepted', texts.kinds.accepted(counts?.accepted)) },
          { value: 'refused', label: kindLabel('rejected', texts.kinds.refused(counts?.refused)) },
        ]}
      />
    </FilterRow>
  );
}

/** An outcome with its color in the chart below. */
const kindLabel = (status: 'accepted' | 'rejected', label: string) => (
  <span className={classes.kind}>
    <i style={{ background: statusColor(status) }} />
    {label}
  </span>
);

/** A select whose empty option means no filter. */
const Choice = ({
  label,
  value = '',
  choices,
  onChoose,
}: {
  label: string;
  value: string | undefined;
  choices: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string | undefined) => void;
}) => (
  <NativeSelect
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? undefined : currentTarget.value)}
    data={[{ value: '', label: texts.any }, ...choices.map(([one, text]) => ({ value: one, label: text }))]}
  />
);
