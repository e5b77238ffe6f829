import { SegmentedControl } from '@mantine/core';
import { IconColumns3, IconFilter } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { FilterRow } from '../../../components/fields/filter-row.tsx';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { Popup } from '../../../components/page/popup.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Field } from '../field.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { fromStart, type LeadView } from './lead-view.ts';

/** The filters above the list, its columns and its layout. */
export function ViewToolbar({
  view,
  fields,
  columns,
  searchBox,
  onChange,
}: {
  view: LeadView;
  fields: readonly Field[];
  columns: readonly string[];
  searchBox: RefObject<HTMLInputElement | null>;
  onChange: (view: LeadView) => void;
}) {
  const isNarrow = useNarrow();
  const { search, filters, match, ...shown } = view;
  const count = filters?.length ?? 0;
  return (
    <FilterRow
      end={<LayoutSwitch view={view} onChange={onChange} />}
      chips={filters && <FilterChips view={view} onChange={(next) => onChange(fromStart(next))} />}
      onClear={(search !== undefined || count > 0) && (() => onChange(fromStart(shown)))}
    >
      <SearchBox
        label={leadsTexts.search}
        search={search}
        box={searchBox}
        onSearch={(typed) => {
          const { search: _, ...rest } = fromStart(view);
          onChange(typed === '' ? rest : { ...rest, search: typed });
        }}
      />
      <Popup
        label={count === 0 ? leadsTexts.filters : leadsTexts.filtersCount(count)}
        icon={<IconFilter size={16} stroke={1.75} />}
        size="sm"
        width={460}
        isFilled={count > 0}
      >
        {(close) => (
          <FilterEditor
            view={view}
            onApply={(filtering) => {
              close();
              onChange({ ...fromStart(shown), ...(search !== undefined && { search }), ...filtering });
            }}
          />
        )}
      </Popup>
      {view.layout === undefined && !isNarrow && (
        <Popup
          label={leadsTexts.columns}
          icon={<IconColumns3 size={16} stroke={1.75} />}
          size="sm"
          width={280}
        >
          {() => (
            <ColumnChoice
              fields={fields}
              columns={columns}
              onChange={(chosen) => {
                const { columns: _, ...rest } = view;
                onChange(chosen === undefined ? rest : { ...rest, columns: chosen });
              }}
            />
          )}
        </Popup>
      )}
    </FilterRow>
  );
}

function LayoutSwitch({ view, onChange }: { view: LeadView; onChange: (view: LeadView) => void }) {
  const { layout, ...rest } = fromStart(view);
  return (
    <SegmentedControl
      aria-label={leadsTexts.layout}
      value={layout ?? 'table'}
      onChange={(chosen) => onChange(chosen === 'board' ? { ...rest, layout: 'board' } : rest)}
      data={[
        { value: 'table', label: leadsTexts.layouts.table },
        { value: 'board', label: leadsTexts.layouts.board },
      ]}
    />
  );
}
