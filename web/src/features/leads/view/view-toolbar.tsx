import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { Popup } from '../../../components/page/popup.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Field } from '../field.ts';
import { ColumnChoice } from './column-choice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { fromStart, type LeadView } from './lead-view.ts';
import classes from './view-toolbar.module.css';

const typingMs = 300;

/** The toolbar above the list: search, filters, columns and layout, and the active filters. */
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
  const { search, filters, match, ...shown } = view;
  const count = filters?.length ?? 0;
  return (
    <div className={classes.tools}>
      <SearchBox
        search={search ?? ''}
        box={searchBox}
        onChange={(typed) => {
          const { search: _, ...rest } = fromStart(view);
          onChange(typed === '' ? rest : { ...rest, search: typed });
        }}
      />
      <Popup
        label={count === 0 ? leadsTexts.filters : leadsTexts.filtersCount(count)}
        icon={<IconFilter size={14} />}
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
      {view.layout === undefined && (
        <Popup label={leadsTexts.columns} icon={<IconColumns3 size={14} />} width={280}>
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
      <LayoutSwitch view={view} onChange={onChange} />
      <div className={classes.chips}>
        <FilterChips view={view} onChange={(next) => onChange(fromStart(next))} />
      </div>
    </div>
  );
}

function LayoutSwitch({ view, onChange }: { view: LeadView; onChange: (view: LeadView) => void }) {
  const { layout, ...rest } = fromStart(view);
  return (
    <SegmentedControl
      className={classes.layout}
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

/** Searches while the user types, shortly after the last key press. */
function SearchBox({
  search,
  box,
  onChange,
}: {
  search: string;
  box: RefObject<HTMLInputElement | null>;
  onChange: (typed: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  // The search changed from outside: the user opened another view or went back.
  useEffect(() => setTyped(search), [search]);
  const later = useDebouncedCallback(onChange, typingMs);
  return (
    <TextInput
      ref={box}
      size="xs"
      type="search"
      w={{ sm: 260 }}
      aria-label={leadsTexts.search}
      placeholder={leadsTexts.search}
      leftSection={<IconSearch size={14} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, browsers clear a search box on Escape. Here, Escape only removes the focus.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
