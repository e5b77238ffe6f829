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
import { fromBeginning, type LeadView } from './lead-view.ts';
import { SavedViews } from './saved-views.tsx';
import classes from './view-toolbar.module.css';

const typingMs = 300;

/** What decides what is shown: words, filters, columns, saved views; and the same as a call. */
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
          const { search: _, ...rest } = fromBeginning(view);
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
            onApply={(wanted) => {
              close();
              onChange({ ...fromBeginning(shown), ...(search !== undefined && { search }), ...wanted });
            }}
          />
        )}
      </Popup>
      <Popup label={leadsTexts.columns} icon={<IconColumns3 size={14} />} width={280}>
        {() => (
          <ColumnChoice
            fields={fields}
            columns={columns}
            onChange={(wanted) => {
              const { columns: _, ...rest } = view;
              onChange(wanted === undefined ? rest : { ...rest, columns: wanted });
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

/** Searches while somebody types, a moment after the last letter. */
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
  // Another view was opened, or one went back.
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
        // A browser would clear the box; here Escape only leaves it.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
