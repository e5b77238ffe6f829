import { Button, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { leadsTexts } from '../../texts/leads.ts';
import { useLeadForm } from './field.ts';
import { GoTo } from './go-to.tsx';
import { LeadsActions } from './leads-actions.tsx';
import { NoLeads } from './no-leads.tsx';
import { nothing, type Selection } from './selection/selection.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { focusTable, LeadTable } from './table/lead-table.tsx';
import { useFirstWindow } from './table/use-lead-pages.ts';
import { useTotal } from './use-total.ts';
import { chosenOf, fromBeginning, type LeadView, usualColumns, usualOrder } from './view/lead-view.ts';
import { ViewToolbar } from './view/view-toolbar.tsx';

const route = getRouteApi('/leads');

/** All leads that the person may see, as he wants to see them. */
export function LeadsPage() {
  const may = useMay();
  const wanted = route.useSearch();
  const navigate = route.useNavigate();
  const { fields, byAlias } = useLeadForm();
  const first = useFirstWindow(wanted);
  // While another view is loaded, the last one is still there, and is what can be worked with.
  const loaded = useRef(wanted);
  if (!first.isPlaceholderData) loaded.current = wanted;
  const view = { ...loaded.current, ...(wanted.columns && { columns: wanted.columns }) };
  const [selection, setSelection] = useSelection(view);
  const searchBox = useRef<HTMLInputElement>(null);
  const total = useTotal(view, first.data);
  const columns = wanted.columns ?? usualColumns;
  const show = (next: LeadView) => void navigate({ search: next });
  const order = view.order ?? usualOrder;
  const ordered = byAlias.get(order.replace(/^-/, ''));
  // What is short is scrolled; only what was opened elsewhere needs a way back.
  const isLong = (total.count > 100 && first.data?.marks.length === 0) || view.at !== undefined || view.end;
  const isEmpty = first.data?.leads.length === 0 && first.data.stop === null && view.at === undefined;
  // A role that shows no leads: the frame says so, and whom to ask.
  if (first.error instanceof CallError && first.error.status === 403) throw first.error;
  return (
    <PageFrame
      title={leadsTexts.title}
      about={first.data && <Total total={total} />}
      actions={<LeadsActions view={view} columns={columns} total={total} />}
    >
      <Stack gap="sm">
        <ViewToolbar view={wanted} fields={fields} columns={columns} searchBox={searchBox} onChange={show} />
        {first.error && <ErrorNotice error={first.error} onRetry={() => void first.refetch()} />}
        {first.isPending && <Loading />}
        {isEmpty && <NoLeads view={view} onClear={() => show({})} />}
        {first.data && !isEmpty && (
          <LeadTable
            // Another list begins where it is opened.
            key={JSON.stringify({ ...view, columns: undefined })}
            view={view}
            first={first.data}
            columns={columns.flatMap((alias) => byAlias.get(alias) ?? [])}
            selection={selection}
            onSelect={setSelection}
            onOrder={(next) => show({ ...fromBeginning(wanted), order: next })}
            onOpen={({ id }) => void navigate({ to: '/leads/$id', params: { id: String(id) } })}
            onGo={(to) => show({ ...fromBeginning(wanted), ...to })}
            onSearch={() => searchBox.current?.focus()}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {leadsTexts.keysHelp(may('leads.edit'))}
          </Text>
          {ordered && isLong && (
            <GoTo
              key={order}
              field={ordered}
              isDescending={order.startsWith('-')}
              onGo={(to) => show({ ...fromBeginning(wanted), ...to })}
            />
          )}
        </Group>
      </Stack>
      <SelectionBar
        view={view}
        total={total}
        selection={selection}
        onClear={() => {
          setSelection(nothing);
          // The bar goes, and what had the focus with it.
          focusTable();
        }}
      />
    </PageFrame>
  );
}

/** What is selected; "all that match" means something else as soon as the filters change. */
function useSelection(view: LeadView): [Selection, (selection: Selection) => void] {
  const [selection, select] = useState(nothing);
  const list = JSON.stringify(chosenOf(view));
  const of = useRef(list);
  const isOther = of.current !== list && selection.kind === 'all';
  if (of.current !== list) of.current = list;
  if (isOther) select(nothing);
  return [isOther ? nothing : selection, select];
}

function Total({ total }: { total: ReturnType<typeof useTotal> }) {
  return (
    <Group gap="xs" aria-live="polite">
      {leadsTexts.about(total.count, total.isFiltered, total.isExact)}
      {!total.isExact && (
        <Button variant="subtle" size="compact-xs" loading={total.isCounting} onClick={total.countAll}>
          {leadsTexts.countAll}
        </Button>
      )}
    </Group>
  );
}
