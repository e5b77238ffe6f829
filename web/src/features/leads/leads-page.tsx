import { Button, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { DensitySwitch } from '../../components/table/density.tsx';
import { type KeyHint, KeyHints } from '../../components/table/key-hints.tsx';
import table from '../../components/table/table.module.css';
import { leadsTexts } from '../../texts/leads/leads.ts';
import { tableTexts } from '../../texts/table.ts';
import { useLeadForm } from './field.ts';
import { JumpTo } from './jump-to.tsx';
import { LeadsActions } from './leads-actions.tsx';
import { NoLeads } from './no-leads.tsx';
import { nothing, type Selection } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { tableColumnsOf } from './table/lead-column.ts';
import { focusTable, LeadTable } from './table/lead-table.tsx';
import { useFirstWindow } from './table/use-lead-pages.ts';
import { useTotal } from './use-total.ts';
import { criteriaOf, defaultColumns, defaultOrder, fromStart, type LeadView } from './view/lead-view.ts';
import { ViewTabs } from './view/view-tabs.tsx';
import { ViewToolbar } from './view/view-toolbar.tsx';

const route = getRouteApi('/leads');
const { keys } = tableTexts;
const LeadBoard = lazy(async () => ({ default: (await import('./board/lead-board.tsx')).LeadBoard }));

/** The list of leads, with search, filters and selection. */
export function LeadsPage() {
  const may = useMay();
  const isNarrow = useNarrow();
  const requested = route.useSearch();
  const navigate = route.useNavigate();
  const { fields, byAlias } = useLeadForm();
  const first = useFirstWindow(requested);
  // While another view is loading, the previous view stays visible and usable.
  const loaded = useRef(requested);
  if (!first.isPlaceholderData) loaded.current = requested;
  const view = { ...loaded.current, ...(requested.columns && { columns: requested.columns }) };
  const [selection, setSelection] = useSelection(view);
  const searchBox = useRef<HTMLInputElement>(null);
  const total = useTotal(view, first.data);
  const columns = requested.columns ?? defaultColumns;
  const show = (next: LeadView) => void navigate({ search: next });
  const order = view.order ?? defaultOrder;
  const ordered = byAlias.get(order.replace(/^-/, ''));
  // Show jump buttons only for long lists and for lists that weren't opened at the start. Users can scroll through short lists.
  const isLong = (total.count > 100 && first.data?.marks.length === 0) || view.at !== undefined || view.end;
  const isBoard = view.layout === 'board';
  const isEmpty = first.data?.leads.length === 0 && first.data.stop === null && view.at === undefined;
  // Directly after the table, so that Tab moves from the selected leads to their actions.
  const actions = (
    <SelectionBar
      view={view}
      total={total}
      selection={selection}
      onClear={() => {
        setSelection(nothing);
        // Clearing the selection removes the bar and its focused button, so move the focus to the table.
        focusTable();
      }}
    />
  );
  return (
    <PageFrame
      title={leadsTexts.title}
      guide="console/leads.md"
      state={first.data && !isNarrow && <Total total={total} />}
      tabs={<ViewTabs view={requested} />}
      actions={<LeadsActions view={view} columns={columns} total={total} />}
    >
      {/* The table and the board end at the window's lower edge, so the page needs less space below them. */}
      <Stack
        gap="sm"
        mb="calc(var(--space-3) - var(--space-10))"
        style={{ '--list-top': view.filters ? '15.5rem' : '13.25rem' }}
      >
        <ViewToolbar
          view={requested}
          fields={fields}
          columns={columns}
          searchBox={searchBox}
          onChange={show}
        />
        <Loaded result={first}>
          {(window) =>
            isEmpty ? (
              <NoLeads view={view} onClear={() => show(isBoard ? { layout: 'board' } : {})} />
            ) : isBoard ? (
              <Suspense fallback={<Loading />}>
                <LeadBoard view={view} />
              </Suspense>
            ) : (
              <div className={table.card}>
                <LeadTable
                  // A new list must not keep the old list's scroll position.
                  key={JSON.stringify({ ...view, columns: undefined })}
                  view={view}
                  first={window}
                  columns={tableColumnsOf(columns.flatMap((alias) => byAlias.get(alias) ?? []))}
                  selection={selection}
                  onSelect={setSelection}
                  onOrder={(next) => show({ ...fromStart(requested), order: next })}
                  onOpen={({ id }) => void navigate({ to: '/leads/$id', params: { id: String(id) } })}
                  onGo={(to) => show({ ...fromStart(requested), ...to })}
                  onSearch={() => searchBox.current?.focus()}
                />
                {actions}
                <div className={table.foot}>
                  {isNarrow && <Total total={total} />}
                  <KeyHints hints={keysOf(may('leads.edit'))} />
                  <DensitySwitch />
                  {ordered && isLong && (
                    <JumpTo
                      key={order}
                      field={ordered}
                      isDescending={order.startsWith('-')}
                      onGo={(to) => show({ ...fromStart(requested), ...to })}
                    />
                  )}
                </div>
              </div>
            )
          }
        </Loaded>
        {(isBoard || !first.data || isEmpty) && actions}
      </Stack>
    </PageFrame>
  );
}

const keysOf = (mayEdit: boolean): KeyHint[] => [
  [['J', 'K'], keys.move],
  [[keys.enter], keys.open],
  ...(mayEdit ? [[['E'], keys.edit] as const] : []),
  [['X'], keys.select],
  [['/'], keys.search],
  [[keys.home, keys.end], keys.jump],
];

/** The selected leads. When the filters change, a selection of all matching leads is cleared. */
function useSelection(view: LeadView): [Selection, (selection: Selection) => void] {
  const [selection, select] = useState(nothing);
  const list = JSON.stringify(criteriaOf(view));
  const selectedIn = useRef(list);
  const isOutdated = selectedIn.current !== list && selection.kind === 'all';
  if (selectedIn.current !== list) selectedIn.current = list;
  if (isOutdated) select(nothing);
  return [isOutdated ? nothing : selection, select];
}

function Total({ total }: { total: ReturnType<typeof useTotal> }) {
  return (
    <Group gap="xs" c="dimmed" fz="sm" aria-live="polite">
      {leadsTexts.about(total.count, total.isFiltered, total.isExact)}
      {!total.isExact && (
        <Button variant="subtle" size="compact-xs" loading={total.isCounting} onClick={total.countAll}>
          {leadsTexts.countAll}
        </Button>
      )}
    </Group>
  );
}
