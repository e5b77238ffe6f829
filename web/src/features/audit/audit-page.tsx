import { Button, Select } from '@mantine/core';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { PeriodChoice } from '../../components/fields/period-choice.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { MoreButton } from '../../components/page/more-button.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { auditTexts } from '../../texts/audit.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { AuditEntry } from './audit-heading.tsx';
import { type AuditSearch, queryOf, type Subject } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';
import { DownloadButton } from './download-button.tsx';

const route = getRouteApi('/settings/audit');

export function AuditPage() {
  const search = route.useSearch();
  const pages = useSuspenseInfiniteQuery({
    queryKey: ['GET /audit', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /audit',
        { query: { ...queryOf(search), ...(pageParam === null ? {} : { before: pageParam }) } },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = pages.data.pages.flatMap((page) => page.entries);
  return (
    <PageFrame
      title={auditTexts.title}
      about={auditTexts.about}
      guide="console/settings.md#audit-log-settingsaudit"
      actions={<DownloadButton search={search} isEmpty={entries.length === 0} />}
    >
      <AuditFilters search={search} />
      {entries.length === 0 ? (
        <EmptyState
          title={auditTexts.none}
          text={auditTexts.noneHelp}
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/settings/audit" {...props} />}>
              {sharedTexts.clearFilters}
            </Button>
          }
          guide="console/settings.md#audit-log-settingsaudit"
        />
      ) : (
        <AuditTable
          entries={entries}
          footer={[
            auditTexts.shown(entries.length, !pages.hasNextPage),
            ...narrowed(search, entries[0]),
          ].join(' · ')}
        />
      )}
      <MoreButton pages={pages} />
    </PageFrame>
  );
}

function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = route.useNavigate();
  const set = (changed: Partial<Record<keyof AuditSearch, AuditSearch[keyof AuditSearch] | undefined>>) =>
    void navigate({ search: (present) => ({ ...present, ...changed }) as AuditSearch, replace: true });
  const users = useUserChoices(search.user);
  const subjects = Object.entries(auditTexts.subjects).map(([value, label]) => ({ value, label }));
  return (
    <FilterRow
      end={<PeriodChoice hasAll period={search} onChange={set} />}
      onClear={Object.keys(search).length > 0 && (() => void navigate({ search: {}, replace: true }))}
    >
      <Select
        aria-label={auditTexts.filterBySubject}
        placeholder={auditTexts.all}
        data={subjects}
        value={search.subject ?? null}
        onChange={(value) => set({ subject: (value as Subject | null) ?? undefined, id: undefined })}
        clearable
        clearButtonProps={{ 'aria-label': sharedTexts.clearFilters }}
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        aria-label={auditTexts.user}
        placeholder={auditTexts.everyone}
        data={users}
        value={search.user === undefined ? null : String(search.user)}
        onChange={(value) => set({ user: value === null ? undefined : Number(value) })}
        searchable
        nothingFoundMessage={auditTexts.noUser}
        clearable
        clearButtonProps={{ 'aria-label': sharedTexts.clearFilters }}
        comboboxProps={{ withinPortal: false }}
      />
    </FilterRow>
  );
}

/** Returns the users to choose from, and the chosen one even if it was deleted. */
function useUserChoices(chosen: number | undefined) {
  const { data } = useQuery(query('GET /audit/users', {}));
  const users = (data?.users ?? []).map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }));
  const isMissing = data && chosen !== undefined && !users.some(({ value }) => value === String(chosen));
  return isMissing ? [...users, { value: String(chosen), label: auditTexts.deletedUser }] : users;
}

/** Shows the active filter that comes from the URL and has no input field. */
const narrowed = ({ id }: AuditSearch, first: AuditEntry | undefined): string[] => [
  ...(id !== undefined && first ? [auditTexts.onlyOf(escapeBidi(first.subject.name))] : []),
];
