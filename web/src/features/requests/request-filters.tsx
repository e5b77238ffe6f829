import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { defaultSpan, type Span, spans } from '../../components/charts/span.ts';
import { statusColor } from '../../components/chips/status-chip.tsx';
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
const typingMs = 250;

/** The filters, which are kept in the URL. */
export function RequestFilters({
  search,
  onSearch,
  counts,
  hasWorkflow,
}: {
  search: RequestSearch;
  onSearch: SetSearch;
  counts: { readonly accepted: number; readonly refused: number } | undefined;
  /** Whether users can choose a workflow. */
  hasWorkflow: boolean;
}) {
  // Another selection of requests starts at its newest one.
  const set = (part: SearchChange) =>
    onSearch(withoutEmpty({ ...search, open: undefined, ...part }), { replace: true });
  const find = useDebouncedCallback((text: string) => set({ q: text.trim() || undefined }), typingMs);
  const [text, setText] = useState(search.q ?? '');
  // "Clear filters" and the browser's Back button change the URL, but not what was typed.
  useEffect(
    () => setText((typed) => (typed.trim() === (search.q ?? '') ? typed : (search.q ?? ''))),
    [search.q],
  );
  const kind = search.kind ?? '';
  return (
    <div className={classes.filters}>
      <div className={classes.line}>
        <TextInput
          flex={1}
          miw={0}
          type="search"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          placeholder={texts.search}
          aria-label={texts.search}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            find(value);
          }}
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
      </div>
      <div className={classes.line}>
        <SegmentedControl
          aria-label={texts.kind}
          value={kind}
          onChange={(chosen) =>
            set({ kind: chosen === '' ? undefined : (chosen as 'accepted' | 'refused'), reason: undefined })
          }
          data={[
            { value: '', label: texts.kinds.all },
            { value: 'accepted', label: kindLabel('accepted', texts.kinds.accepted(counts?.accepted)) },
            { value: 'refused', label: kindLabel('rejected', texts.kinds.refused(counts?.refused)) },
          ]}
        />
        <NativeSelect
          size="xs"
          ml="auto"
          aria-label={periodTexts.label}
          value={search.span ?? defaultSpan}
          onChange={({ currentTarget }) =>
            set({ span: currentTarget.value as Span, from: undefined, to: undefined })
          }
          data={spans.map((value) => ({ value, label: periodTexts.spanTitles[value] }))}
        />
      </div>
      <ActiveFilters search={search} onChange={set} />
    </div>
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
