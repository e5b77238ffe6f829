import { Select } from '@mantine/core';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { FilterRow } from '../../components/fields/filter-row.tsx';
import { SearchBox } from '../../components/fields/search-box.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { usersTexts as texts } from '../../texts/users.ts';
import { InviteModal } from './invite-modal.tsx';
import type { UsersSearch } from './users-search.ts';
import { UsersTable } from './users-table.tsx';

const route = getRouteApi('/settings/users');

/** The workspace's users. */
export function UsersPage() {
  const { new: isInviting = false, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const setInviting = (isOpen: boolean) =>
    void navigate({ search: isOpen ? { ...search, new: true } : search, replace: true });
  // Keep the old list until the next one has loaded, so the page doesn't flicker while the user types.
  const users = useQuery({
    ...query('GET /users', { query: search }),
    placeholderData: keepPreviousData,
  });
  return (
    <PageFrame
      title={texts.title}
      about={texts.about}
      guide="console/people.md#users-settingsusers"
      actions={<PageAction label={texts.invite.open} onClick={() => setInviting(true)} />}
    >
      <UserFilters search={search} />
      <Loaded result={users}>
        {({ users, total }) =>
          users.length === 0 ? (
            <EmptyState
              drawing="people"
              title={texts.none}
              text={texts.noneHelp}
              guide="console/people.md#users-settingsusers"
            />
          ) : (
            <UsersTable users={users} total={total} />
          )
        }
      </Loaded>
      <InviteModal isOpen={isInviting} onClose={() => setInviting(false)} />
    </PageFrame>
  );
}

function UserFilters({ search }: { search: UsersSearch }) {
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(query('GET /roles', {}));
  const set = (wanted: { search?: string | undefined; role?: number | undefined }) =>
    void navigate({ search: (present) => ({ ...present, ...wanted }) as UsersSearch, replace: true });
  return (
    <FilterRow
      onClear={Object.keys(search).length > 0 && (() => set({ search: undefined, role: undefined }))}
    >
      <SearchBox
        label={texts.searchLabel}
        search={search.search}
        onSearch={(text) => set({ search: text || undefined })}
      />
      <Select
        aria-label={texts.role}
        placeholder={texts.anyRole}
        data={data.roles.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }))}
        value={search.role === undefined ? null : String(search.role)}
        onChange={(value) => set({ role: value === null ? undefined : Number(value) })}
        clearable
        clearButtonProps={{ 'aria-label': sharedTexts.clearFilters }}
        comboboxProps={{ withinPortal: false }}
      />
    </FilterRow>
  );
}
