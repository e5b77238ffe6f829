import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBookmark, IconCode, IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { Loading } from '../../../components/page/loading.tsx';
import { Popup } from '../../../components/page/popup.tsx';
import { leadsTexts } from '../../../texts/leads.ts';
import type { Field } from '../field.ts';
import { ColumnChoice } from './column-choice.tsx';
import { CopyAs } from './copy-as.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { fromStart, type LeadView } from './lead-view.ts';
import { SavedViews } from './saved-views.tsx';
import classes from './view-toolbar.module.css';

const typingMs = 300;

/** The toolbar above the list: search, filters, columns, saved views, and the view as an API call. */
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
      <Popup label={leadsTexts.views} icon={<IconBookmark size={14} />} width={320}>
        {(close) => (
          <Suspense fallback={<Loading />}>
            <SavedViews
              view={view}
              onOpen={(saved) => {
                close();
                onChange(saved);
              }}
            />
          </Suspense>
        )}
      </Popup>
      <Popup label={leadsTexts.copyAs} icon={<IconCode size={14} />} width={560}>
        {() => (
          <Suspense fallback={<Loading />}>
            <CopyAs view={view} />
          </Suspense>
        )}
      </Popup>
    </div>
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
